import { setTimeout as wait } from 'node:timers/promises'
import { CallFailed } from '../calls.js'
import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { unreachedStatuses } from '../till.js'
import type { Exchange } from '../wire.js'
import { isAcknowledged, judgeEnding, type Check } from './check.js'

const crashRounds = 8
/** How many operations are under way at a time, so that some are at each stage when the service dies. */
const stages = 10
const firstReadyCount = 3 * stages

export const crash: Check = {
  name: 'crash',
  title: 'does each operation once that was under way when the service died',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    if (!lab.config.hooks?.restart) throw new Undecided('the configuration has no `hooks.restart`')
    if (lab.isForgetful) throw new Undecided('its keys do not outlive a restart: mend that first')
    const { startedAt, endedAt } = await lab.send(await lab.make(kind))
    let readyCount = firstReadyCount
    let caughtCount = 0
    let unreachedCount = 0
    for (let left = crashRounds; left > 0; left -= 1) {
      const ready = await makeReady(lab, kind, readyCount)
      const { caught, count } = await beginUntilCrash(lab, kind, { ready, durationMs: endedAt - startedAt })
      const findings = await judgeCaught(lab, caught)
      if (findings.length > 0) return findings
      const reached = caught.filter(({ reply }) => mayHaveReached(reply))
      caughtCount += reached.length
      unreachedCount += caught.length - reached.length
      readyCount = count + stages
    }
    if (caughtCount === 0 && unreachedCount > 0)
      throw new Undecided(
        'nothing shows that an operation was under way when the service died: a proxy answers the same while nothing listens, so give the address of the service behind it',
      )
    if (caughtCount === 0)
      throw new Undecided(
        'each operation was answered before hooks.restart had ended the service: let it kill the process at once, as `kill -9` does',
      )
    return { by: `${caughtCount} were under way when it died, ${crashRounds} times` }
  },
}

/** Where no process listens, the connection is refused, or a proxy answers that it is. */
function mayHaveReached({ silence, status }: Exchange): boolean {
  return silence !== 'ECONNREFUSED' && !unreachedStatuses.includes(status)
}

interface Begun {
  operation: Operation
  reply: Exchange
}

/** Sends again, as their tills would, what has no answer from before the crash. */
async function judgeCaught(lab: Lab, caught: readonly Begun[]): Promise<Finding[]> {
  const endings = await Promise.all(caught.map(({ operation }) => lab.insist(operation)))
  await lab.calm()
  const findings = new Map<string, Finding>()
  for (const [index, { operation }] of caught.entries()) {
    const last = endings[index]?.at(-1)
    if (!last) continue
    const effects = await lab.effects(operation)
    const found = judgeEnding(
      { effects, last, kind: operation.kind },
      {
        how: 'under way as the service was killed, then sent again',
        twice: 'effect-before-key',
        undone: 'key-before-effect',
      },
    )
    for (const finding of found) findings.set(finding.name, finding)
  }
  return [...findings.values()]
}

/** They are made before, so that the service has nothing else to do as it dies. */
async function makeReady(lab: Lab, kind: Operation['kind'], count: number): Promise<Operation[]> {
  const { codes = [] } = lab.config.cards
  const ready: Operation[] = []
  for (let left = lab.hasNewCards ? count : Math.min(stages, codes.length); left > 0; left -= 1)
    ready.push(await lab.make(kind))
  return ready
}

/** Keeps the service at work until it has died, however long that takes; what it acknowledged is for other checks. */
async function beginUntilCrash(
  lab: Lab,
  kind: Operation['kind'],
  { ready, durationMs }: { ready: Operation[]; durationMs: number },
): Promise<{ caught: Begun[]; count: number }> {
  const over = new AbortController()
  const caught: Begun[] = []
  let count = 0
  const lanes = Array.from({ length: Math.min(stages, ready.length) }, async (_, lane) => {
    await wait((lane * durationMs) / stages)
    while (!over.signal.aborted) {
      const operation = ready.shift() ?? (lab.hasNewCards ? await makeAnother(lab, kind) : undefined)
      if (!operation) return
      count += 1
      const reply = await lab.send(operation)
      if (isAcknowledged(reply, kind)) continue
      caught.push({ operation, reply })
      return
    }
  })
  const crashing = wait(durationMs)
    .then(() => lab.restart())
    .finally(() => {
      over.abort()
    })
  await Promise.all([crashing, ...lanes])
  return { caught, count }
}

/** Nothing where the service is dead already. */
async function makeAnother(lab: Lab, kind: Operation['kind']): Promise<Operation | undefined> {
  try {
    return await lab.make(kind)
  } catch (error) {
    if (error instanceof CallFailed || error instanceof Undecided) return undefined
    throw error
  }
}
