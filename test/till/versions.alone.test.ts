import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const options = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'https://cards.example/api' } }
const dexieSymbol = Symbol.for('Dexie')
const shared = globalThis as Record<symbol, unknown>

async function openAgain(): Promise<unknown> {
  const { openTill } = await import('../../src/index.js')
  return openTill(options).then(
    () => 'opened',
    (error: unknown) => error,
  )
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', new URL('https://shop.example/'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('../../src/till/assembly.js')
  Reflect.deleteProperty(shared, dexieSymbol)
})

describe('a page that has loaded another version of Dexie', () => {
  it('is told both versions and what to do, by the real one', async () => {
    const { Dexie: host } = await import('dexie-oldest')
    const own = await vi.importActual<{ version: string }>('dexie/package.json')
    expect(await openAgain()).toMatchObject({
      name: 'DexieConflict',
      code: 'dexie-conflict',
      found: host.semVer,
      own: own.version,
      message: expect.stringMatching(
        /^openTill failed.*4\.0\.1.*4\.\d+\.\d+.*npm dedupe.*overrides/,
      ) as string,
    })
  })

  it('is not told of Dexie where something else failed', async () => {
    shared[dexieSymbol] = { semVer: '4.0.1' }
    vi.doMock('../../src/till/assembly.js', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    expect(await openAgain()).toMatchObject({ code: 'load-failed' })
  })
})

describe('a server', () => {
  it.each(['document', 'location'])('without a %s is told that a till needs a browser', async (missing) => {
    vi.unstubAllGlobals()
    const there = { document: {}, location: new URL('https://shop.example/') }
    for (const [name, value] of Object.entries(there)) if (name !== missing) vi.stubGlobal(name, value)
    expect(await openAgain()).toMatchObject({
      name: 'BrowserRequired',
      code: 'browser-required',
      missing,
      message: expect.stringMatching(
        /^openTill failed.*call openTill only in code that runs in the page/,
      ) as string,
    })
  })
})
