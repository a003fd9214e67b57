import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationKinds } from '../../src/domain/endpoints.js'
import type { OperationKind } from '../../src/domain/models.js'
import { startSandbox, type Sandbox } from '../../src/sandbox/index.js'
import { createSeededRandom } from '../simulation/random.js'
import { createBody, migratedCode, openCard } from './bodies.js'
import { createDeadlines, effectsOf, findDifferences, openCounter } from './counter.js'
import { cruelties, type Cruelty, type CrueltyName } from './cruelties.js'
import { createCruelProxy, type CruelProxy, type ProxiedRequest } from './proxy.js'

/** Node's fetch takes a 100 that it has not asked for as an error; browsers pass over it. */
const unheardInNode: readonly CrueltyName[] = ['early continue']

const isRepeatableAtAll = (kind: OperationKind) => kind === 'updateReceipt'

describe.each([
  { how: 'without keys', isKeyed: false },
  { how: 'with keys honoured', isKeyed: true },
])('$how', ({ isKeyed }) => {
  let sandbox: Sandbox
  let proxy: CruelProxy
  let deadlines: ReturnType<typeof createDeadlines>
  let choose: (request: ProxiedRequest) => Cruelty | undefined = () => undefined
  const isRepeatable = (kind: OperationKind) => !isKeyed && isRepeatableAtAll(kind)

  beforeAll(async () => {
    deadlines = createDeadlines()
    sandbox = await startSandbox({ prefix: '/api', settings: { keys: isKeyed } })
    proxy = await createCruelProxy({
      target: sandbox.url,
      choose: (request) => choose(request),
      onApplied: ({ leaves }, _, body) => {
        if (leaves === 'silence') deadlines.pass(body)
      },
    })
  })
  afterAll(async () => {
    await proxy.stop()
    await sandbox.close()
    deadlines.restore()
  })

  function countStrikes() {
    return Object.values(proxy.counts).reduce((sum, count) => sum + count, 0)
  }

  function openTill(seed = 1, concurrency = 1) {
    return openCounter({
      baseUrl: `${proxy.url}/api`,
      bank: sandbox.bank,
      isKeyed,
      deadlines,
      concurrency,
      random: createSeededRandom(seed).next,
    })
  }

  const cells = cruelties.flatMap((cruelty) =>
    operationKinds.map((kind) => ({ cruelty, kind, name: cruelty.name })),
  )

  it.each(cells)('$name damages one $kind, and journal and ledger agree', async ({ cruelty, kind, name }) => {
    const { bank } = sandbox
    const card = openCard(bank, `${name} ${kind} ${isKeyed}`)
    const till = await openTill()
    const [first, second] = [`${card.code}-1`, `${card.code}-2`]
    await till.ring(kind, first, createBody(kind, card))
    const code = kind === 'migrate' ? migratedCode(card.code) : card.code
    await till.ring('refund', second, createBody('refund', { ...card, code }))
    let isDue = true
    choose = ({ isProbe }) => {
      const chosen = isDue && !isProbe ? cruelty : undefined
      isDue &&= chosen === undefined
      return chosen
    }
    const before = proxy.counts[name] ?? 0
    await till.drain()
    // What is marked ahead may leave before the connection is pooled again: then nothing dies.
    const mayPassBy = isKeyed && kind === 'confirmOrder' && name.endsWith('while pooled')
    const times = (proxy.counts[name] ?? 0) - before
    expect(mayPassBy ? [0, 1] : [1]).toContain(times)

    const state = await till.stateOf(first)
    const effects = effectsOf(bank, first).length
    const isHeard = cruelty.leaves === 'the reply' && !unheardInNode.includes(name)
    const isResent = isKeyed || isRepeatableAtAll(kind)
    if (cruelty.reaches !== 'perhaps') {
      expect(state).toBe(isHeard || isResent ? 'settled' : 'parked/unknown')
      const isAppliedAtOnce = cruelty.reaches === 'always'
      const isAppliedAgain = isResent && !(isHeard && isAppliedAtOnce) && (!isKeyed || !isAppliedAtOnce)
      expect(effects).toBe(Number(isAppliedAtOnce) + Number(isAppliedAgain))
      const arrivals = sandbox.service.arrivals.filter(({ bodyText }) => bodyText.includes(`"${first}"`))
      expect(arrivals).toHaveLength(Number(isAppliedAtOnce) + Number(isResent && !isHeard))
    }
    if (state === 'settled') expect(effects).toBeGreaterThan(0)
    else expect(state).toBe('parked/unknown')
    const isHeld = state !== 'settled' && kind !== 'confirmOrder'
    if (isHeld) {
      expect(await till.stateOf(second)).toBe('queued')
      expect(effectsOf(bank, second)).toEqual([])
    }

    await till.reconcile()
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const count = 300

  it(`${count} operations walk through cruelties at random, and ledger and journal are equal (SEED=${seed})`, async () => {
    const { bank } = sandbox
    const before = countStrikes()
    const random = createSeededRandom(seed)
    const cards = Array.from({ length: 7 }, (_, index) => openCard(bank, `walk ${isKeyed} ${index}`))
    const till = await openTill(seed, 4)
    const dice = random.fork('cruelties')
    choose = ({ isProbe }) => {
      if (!dice.isLikely(0.3)) return undefined
      const chosen = dice.pickFrom(cruelties)
      return isProbe && chosen?.leaves === 'silence' ? undefined : chosen
    }
    for (let index = 0; index < count; index += 1) {
      const kind = random.pick(['refund', 'refund', ...operationKinds])
      const card = random.pickFrom(cards)
      if (!card) throw new Error('there is no card')
      await till.ring(
        kind,
        `w${index}`,
        createBody(kind, card, random.isLikely(0.3) ? random.pickFrom(cards)?.code : undefined),
      )
      if (kind === 'migrate') card.code = migratedCode(card.code)
      if (random.isLikely(0.1)) await till.drain()
    }
    await till.drain()
    const lookedUp = await till.reconcile()
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    expect(lookedUp > 0).toBe(!isKeyed)
    expect(countStrikes() - before).toBeGreaterThan(50)
  })
})
