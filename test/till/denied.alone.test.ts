import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSources } from '../support/source.js'

const options = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'https://cards.example/api' } }

/** Everything a browser loads before a line of this file runs, packages by name. */
function listLoaded(path: string, seen = new Set<string>()): Set<string> {
  const file = source.find((one) => one.path === path)
  if (!file || seen.has(path)) return seen
  seen.add(path)
  for (const [, target = ''] of file.text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm)) {
    if (target.startsWith('.')) listLoaded(join(dirname(path), target).replace(/\.js$/, '.ts'), seen)
    else seen.add(target)
  }
  return seen
}

const source = readSources('src')

describe('a page whose storage is denied', () => {
  it('loads no Dexie before it opens its till, for it cannot even be loaded there', () => {
    expect(listLoaded('src/till/assembly.ts')).toContain('dexie')
    expect(listLoaded('src/index.ts')).not.toContain('dexie')
    expect(listLoaded('src/elements.ts')).not.toContain('dexie')
    expect(listLoaded('src/otlp.ts')).not.toContain('dexie')
  })
})

describe('a page without a receipt printer', () => {
  it('loads no encoder, and the adapter for one draws nothing', () => {
    expect(listLoaded('src/escpos.ts')).toContain('@point-of-sale/receipt-printer-encoder')
    expect(listLoaded('src/escpos.ts')).not.toContain('lit')
    for (const path of ['src/index.ts', 'src/elements.ts', 'src/demo/main.ts'])
      expect(listLoaded(path)).not.toContain('@point-of-sale/receipt-printer-encoder')
  })
})

describe('a page whose storage throws at its name', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.doUnmock('../../src/till/assembly.js')
  })

  it('goes on to open, whose part it is to tell what is wrong', async () => {
    const denied = new DOMException('The operation is insecure.', 'SecurityError')
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('document', {})
    vi.stubGlobal('location', new URL('https://shop.example/'))
    vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(() => {
      throw denied
    })
    vi.doMock('../../src/till/assembly.js', () => ({ assembleTill: () => Promise.resolve('a till') }))
    const { openTill } = await import('../../src/index.js')
    await expect(openTill(options)).resolves.toBe('a till')
  })
})

describe('a page that opens its till', () => {
  it('waits for nothing that only its own replay needs', () => {
    expect(listLoaded('src/till/page-replayer.ts')).toContain('ky')
    expect(listLoaded('src/till/assembly.ts')).not.toContain('ky')
  })
})

describe('a page that comes over http', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is told so, and not that its options are wrong: "/api" there is an address over http too', async () => {
    vi.stubGlobal('isSecureContext', false)
    vi.stubGlobal('document', { baseURI: 'http://till.test/' })
    vi.stubGlobal('location', new URL('http://till.test/'))
    const { openTill } = await import('../../src/index.js')
    await expect(openTill({ ...options, service: { baseUrl: '/api' } })).rejects.toMatchObject({
      code: 'storage-refused',
      params: { reason: 'insecure' },
    })
  })
})

describe('a page whose server fails to send the rest of the package', () => {
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('document', {})
    vi.stubGlobal('location', new URL('https://shop.example/'))
    vi.doMock('../../src/till/assembly.js', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.doUnmock('../../src/till/assembly.js')
  })

  it('is not told that its storage refused', async () => {
    const { openTill } = await import('../../src/index.js')
    const refused = await openTill(options).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'LoadFailed', params: { action: 'openTill' } })
  })
})
