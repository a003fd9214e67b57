import { setTimeout as wait } from 'node:timers/promises'
import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { describe, tell } from '../till.js'
import { isAcknowledged, judgeEnding, judgeInsisting, sendFirst, times, type Check } from './check.js'
import { crash } from './crash.js'
import { cuts } from './cuts.js'

const failBefore: Check = {
  name: 'failed-before',
  title: 'does an operation once that failed with a 5xx before it was done',
  group: 'repeats',
  isAboutKeys: true,
  run: (lab, kind) =>
    fail(lab, kind, 'failBefore', {
      how: 'failed with a 5xx before its effect, then sent again',
      twice: 'repeat-run-twice',
      undone: 'error-stored-as-success',
    }),
}

const failAfter: Check = {
  name: 'failed-after',
  title: 'does an operation once that was done and answered with a 5xx',
  group: 'repeats',
  isAboutKeys: true,
  run: (lab, kind) =>
    fail(lab, kind, 'failAfter', {
      how: 'failed with a 5xx after its effect, then sent again',
      twice: 'effect-before-key',
    }),
}

async function fail(
  lab: Lab,
  kind: Operation['kind'],
  hook: 'failBefore' | 'failAfter',
  words: { how: string; twice: string; undone?: string },
): Promise<Finding[]> {
  const operation = await lab.make(kind)
  await lab.hook(lab.config.hooks?.[hook], `hooks.${hook}`)
  const first = await lab.send(operation)
  if (first.status !== 0 && first.status < 500)
    throw new Undecided(`hooks.${hook} did not make the operation fail: ${describe(first)}`)
  const last = (await lab.insist(operation)).at(-1) ?? first
  await lab.calm()
  const effects = await lab.effects(operation)
  if (last.status < 500 || effects > 1) return judgeEnding({ effects, last, kind }, words)
  return [
    {
      name: 'error-stored',
      level: 'warning',
      seen: `${words.how}: ${describe(last)} each time; done ${times(effects)}`,
      till: `${tell(last, kind)}, until the key's lifetime is over, and then asks a person; its cards wait`,
      mend: 'store only what was done under a key; try again what failed',
      option: 'idempotencyKey',
    },
  ]
}

const restart: Check = {
  name: 'restart',
  title: 'knows its keys after a restart',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const refused = await sendFirst(lab, operation)
    if (refused.length > 0) return refused
    // Killing it in the midst of its work is for another check.
    await lab.calm()
    await lab.restart()
    if ((await lab.effects(operation)) === 0) return [effectLost]
    const findings = await judgeInsisting(lab, operation, {
      how: 'done, and sent again after a restart',
      twice: 'key-in-memory',
    })
    lab.isForgetful = findings.some(({ name }) => name === 'key-in-memory')
    return findings
  },
}

const effectLost: Finding = {
  name: 'effect-lost',
  level: 'fault',
  seen: 'an acknowledged operation was gone after a restart',
  till: 'has settled the operation: the money never moved',
  mend: 'answer 200 only once the effect is on disk',
}

const mended: Check = {
  name: 'refused-then-mended',
  title: 'judges anew what it has refused, under the same key',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const { make } = lab.config.cards
    if (!make || !lab.hasNewCards) throw new Undecided('it takes `cards.pattern` and `cards.make`')
    const card = await lab.takeCard({ isMade: false })
    const operation = await lab.make(kind === 'confirmOrder' || kind === 'updateReceipt' ? 'refund' : kind, {
      card,
    })
    const first = await lab.send(operation)
    if (first.status < 400 || first.status > 499)
      throw new Undecided('the service takes cards that were not made')
    await lab.hook(make, 'cards.make', { card })
    const second = await lab.send(operation)
    const effects = await lab.effects(operation)
    if (isAcknowledged(second, operation.kind) && effects === 1) return []
    return [
      {
        name: 'refusal-stored',
        level: effects > 1 ? 'fault' : 'warning',
        seen: `refused with ${first.status}, mended, and sent again: ${describe(second)}; done ${times(effects)}`,
        till: 'a person who has the cause mended and lets the till send again gets the old refusal, until the key expires',
        mend: 'store only what was done under a key; judge anew what was refused',
        option: 'idempotencyKey',
      },
    ]
  },
}

const lifetime: Check = {
  name: 'key-lifetime',
  title: 'remembers a key as long as it says',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const { keys } = lab.config
    if (!keys?.brief)
      throw new Undecided('the configuration has no `keys.brief`: a lifetime of seconds to try')
    const { seconds, begin, end } = keys.brief
    if (begin) await lab.hook(begin, 'keys.brief.begin', { seconds })
    try {
      return await outlive(lab, kind, seconds * 1000)
    } finally {
      if (end) await lab.hook(end, 'keys.brief.end')
    }
  },
}

/** A repeat late in the lifetime; on a machine so slow that the lifetime may have ended it is tried again. */
async function outlive(lab: Lab, kind: Operation['kind'], lifetimeMs: number): Promise<Finding[]> {
  for (let left = 3; left > 0; left -= 1) {
    const operation = await lab.make(kind)
    const first = await lab.send(operation)
    if (!isAcknowledged(first, kind)) throw new Undecided(`the first sending got ${describe(first)}`)
    await wait(Math.max(0, first.endedAt + lifetimeMs * 0.6 - performance.now()))
    const last = await lab.send(operation)
    if (last.endedAt - first.startedAt > lifetimeMs * 0.95) continue
    const effects = await lab.effects(operation)
    const how = `sent again after ${(lifetimeMs * 0.0006).toFixed(1)} of ${lifetimeMs / 1000} s`
    const findings = judgeEnding({ effects, last, kind }, { how, twice: 'lifetime-not-honoured' })
    if (findings.length > 0) return findings
    await wait(Math.max(0, first.endedAt + lifetimeMs * 1.2 - performance.now()))
    return judgeAfterLifetime(lab, operation)
  }
  throw new Undecided('the service is too slow for so brief a lifetime')
}

async function judgeAfterLifetime(lab: Lab, operation: Operation): Promise<Finding[]> {
  const reply = await lab.send(operation)
  if ((await lab.effects(operation)) === 1) return []
  return [
    {
      name: 'key-forgotten',
      level: 'note',
      seen: `after the lifetime a repeat was done again: ${describe(reply)}`,
      till: 'sends no repeat once lifetimeHours have passed since the first sending: it asks a person',
      mend: 'set lifetimeHours in every till to less than the service remembers',
      option: 'lifetimeHours',
    },
  ]
}

export const failures: readonly Check[] = [...cuts, failBefore, failAfter, mended, restart, crash, lifetime]
