import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { findBlock } from '../support/blocks.js'

const page = readFileSync('docs/embedding.md', 'utf8')
const section = page.slice(page.indexOf("## Your app's reset"), page.indexOf('## Letting go'))

/** Rooms whose code runs in no host's page. */
const elsewhere = /^(demo|sandbox|service|conform|verify)\//
const opensStorage =
  /indexedDB\.(open|deleteDatabase)|(new|extends) Dexie\b|caches\.open|\.getDirectory\(\)|localStorage|sessionStorage/

/** Each file that opens a storage, and what it says of the name. */
const openers: Record<string, { says: string[]; told: string[] }> = {
  'journal/store/database.ts': { says: ['super(name, {'], told: ['`counterfoil`'] },
  // It is handed to Dexie, and opens what Dexie names.
  'journal/store/guard.ts': { says: ['indexedDB.open(name, version)'], told: ['`counterfoil`'] },
  'journal/store/turn-log.ts': { says: ['new Dexie(`${name}:turn`)'], told: ['`counterfoil:turn`'] },
  'platform/reserve.ts': { says: ['return `${name}:reserve`'], told: ['`counterfoil:reserve`'] },
  'platform/witness-store.ts': {
    says: ["const folder = 'counterfoil-witness'", '`/${folder}/${nameToFile(name)}`', '}.json`'],
    told: ['`counterfoil-witness/`', '`counterfoil-witness`', '`/counterfoil-witness/counterfoil.json`'],
  },
  'platform/mirror-store.ts': {
    says: ["const folderName = 'counterfoil-mirror'"],
    told: ['`counterfoil-mirror/`', '`counterfoil-mirror`'],
  },
  // The names of its folders are those of the two above.
  'platform/origin-folder.ts': { says: ['...path: string[]'], told: [] },
  'platform/trace-switch.ts': { says: ["getItem('counterfoil:trace')"], told: ['`counterfoil:trace`'] },
  'elements/receipt/printed.ts': { says: ["'counterfoil-printed'"], told: ['`counterfoil-printed`'] },
  'elements/person.ts': { says: ["'counterfoil-person'"], told: ['`counterfoil-person`'] },
  'telemetry/bookmark.ts': { says: ['getItem(name)'], told: ['`counterfoil-telemetry:counterfoil:…`'] },
}

const read = (file: string) => readFileSync(join('src', file), 'utf8')

describe("your app's reset", () => {
  it('lists every storage that the package opens in a page', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !elsewhere.test(file) && opensStorage.test(read(file)))
    expect(files.sort()).toEqual(Object.keys(openers).sort())
    expect(read('telemetry/telemetry.ts')).toContain('`counterfoil-telemetry:${till.name}:${url}`')
    expect(read('till/options.ts')).toContain("name = 'counterfoil'")
  })

  it.each(Object.entries(openers))('tells the names of %s', (file, { says, told }) => {
    for (const words of says) expect(read(file)).toContain(words)
    for (const words of told) expect(section).toContain(words)
  })

  it('has no name that nothing opens', () => {
    const named = [...section.matchAll(/`[^`\n]*counterfoil[^`\n]*`/g)].map(([name]) => name)
    const told = Object.values(openers).flatMap((opener) => opener.told)
    const inTable = named.filter((name) => !name.includes('(') && !name.includes("'"))
    expect(inTable.filter((name) => !told.includes(name))).toEqual([])
  })

  it('asks the till before it is ended', () => {
    expect(section).toContain('till.safeToClose()')
  })

  it('spares the till and nothing else, by the guide’s own code', async () => {
    const ours = {
      databases: ['counterfoil', 'counterfoil:reserve'],
      caches: ['counterfoil-witness', 'counterfoil-mirror'],
    }
    const ourTexts = [
      '/counterfoil-witness/counterfoil.json',
      'counterfoil-printed',
      'counterfoil:trace',
      'counterfoil-telemetry:counterfoil:https://otel.example',
    ]
    const deleted: string[] = []
    const all = [...ours.databases, 'shop', 'counterfoils'].map((name) => ({ name, version: 1 }))
    vi.stubGlobal('indexedDB', {
      databases: () => Promise.resolve(all),
      deleteDatabase: (name: string) => deleted.push(name),
    })
    vi.stubGlobal('caches', {
      keys: () => Promise.resolve([...ours.caches, 'pages']),
      delete: (name: string) => Promise.resolve(deleted.push(name)),
    })
    vi.stubGlobal('localStorage', createStorage([...ourTexts, 'basket']))
    vi.stubGlobal('sessionStorage', createStorage(['counterfoil-person', 'tab']))
    const { outputText } = ts.transpileModule(findBlock('reset').code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    })
    const url = `data:text/javascript,${encodeURIComponent(outputText)}`
    const { resetApp } = (await import(/* @vite-ignore */ url)) as { resetApp: () => Promise<void> }
    await resetApp()
    expect(deleted).toEqual(['shop', 'counterfoils', 'pages', 'basket', 'tab'])
    vi.unstubAllGlobals()

    function createStorage(names: string[]): object {
      const texts = Object.fromEntries(names.map((name) => [name, 'x']))
      const removeItem = (name: string) => deleted.push(name)
      return Object.defineProperty(texts, 'removeItem', { value: removeItem })
    }
  })
})
