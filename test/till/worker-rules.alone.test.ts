import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { readOptions, setupToWorkerSetup, type TillOptions } from '../../src/till/options.js'
import { freshName } from '../support/journals.js'
import { createFakeLocks } from '../support/locks.js'
import { standInForPage } from '../support/node-till.js'

const onConflict = () => ({ action: 'park' }) as const
const card = (code: string) => code.toUpperCase()

/** What a page with these options writes down for its worker. */
function setUp(options: Pick<TillOptions, 'rules' | 'limits' | 'currency'>, service: object = {}) {
  const given = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'http://127.0.0.1/', ...service } }
  return setupToWorkerSetup(readOptions({ ...given, ...options }))
}

beforeEach(standInForPage)
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a page names the functions of its rules only where the worker makes bodies, and sends the rest along', () => {
  const receipt = () => []
  expect(setUp({ rules: { card, receipt } }).functions).toEqual([])
  expect(setUp({}, { onConflict }).functions).toEqual(['service.onConflict'])
  const setup = setUp(
    { rules: { card, receipt, needs: { refund: [] } }, limits: { count: 2 } },
    { onConflict },
  )
  expect(setup.functions).toEqual(['service.onConflict', 'rules.receipt', 'rules.card'])
  expect(setup).toMatchObject({ limits: { count: 2 }, needs: { refund: [] } })
})

it('a page sends what card numbers look like along, and names a function of it', () => {
  const format = { pattern: /9001\d{12}/, lengthMax: 16 }
  const setup = setUp({ rules: { cardCode: format } }, { onConflict })
  expect(setup.functions).toEqual(['service.onConflict'])
  expect(JSON.parse(JSON.stringify(setup))).toMatchObject({
    cardCode: { pattern: { source: '9001\\d{12}', flags: '' }, lengthMax: 16 },
  })
  const own = setUp({ rules: { cardCode: () => true } }, { onConflict })
  expect(own.functions).toEqual(['service.onConflict', 'rules.cardCode'])
  expect(own.cardCode).toBeUndefined()
  expect(() => setUp({ rules: { cardCode: { pattern: '9001' } as never } })).toThrow('rules.cardCode')
  expect(() => setUp({ rules: { cardCode: { length: 16 } as never } })).toThrow('rules.cardCode')
})

it('a worker checks what a host amends to the decimals of the till’s currency', () => {
  expect(setUp({}).decimals).toBe(2)
  expect(setUp({ currency: 'KWD' }).decimals).toBe(3)
  expect(setUp({ currency: 'jpy' }).decimals).toBe(0)
  expect(() => setUp({ currency: '€' })).toThrow('currency')
})

it.each([
  [{ service: { onConflict } }, [{ tag: 'declined', option: 'rules.card' }]],
  [{ service: { onConflict }, rules: { card } }, [{ tag: 'done' }]],
  [
    { service: { onConflict: undefined }, rules: { card } },
    [{ tag: 'declined', option: 'service.onConflict' }],
  ],
])('a worker given %j does not amend by rules that it lacks', async (given, told) => {
  const name = freshName()
  const journal = await openJournal(name)
  await journal.writeSetting('worker', setUp({ rules: { card } }, { onConflict }))
  journal.close()
  let hear: (message: object) => void = () => undefined
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: typeof hear) => {
      if (type === 'message') hear = listener
    },
    location: { origin: 'http://127.0.0.1' },
  })
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing may be sent')))
  const { installReplay } = await vi.importActual<{ installReplay: (given: object) => void }>(
    '../../src/worker.js',
  )
  installReplay(given)
  const answers: unknown[] = []
  const own: Promise<unknown>[] = []
  hear({
    data: { counterfoil: 'wake', name, isWish: false },
    ports: [{ postMessage: (answer: unknown) => answers.push(answer) }],
    origin: 'http://127.0.0.1',
    waitUntil: (work: Promise<unknown>) => own.push(work),
  })
  await Promise.all(own)
  expect(answers).toMatchObject([{ tag: 'heard' }, ...told])
})
