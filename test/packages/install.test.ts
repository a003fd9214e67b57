import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Till } from '../../src/index.js'
import { startChromium, type Chromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { createFolder, removeFolder } from '../support/apps.js'
import { startHost } from '../support/host.js'
import { untilReady, untilStatus } from '../support/page.js'
import { buildWithVite, cleanEnvironment } from '../support/vite.js'

declare const counterfoilTill: Till

// What a package manager and a compiler make of the packed package, in folders of their own.

const run = promisify(execFile)
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) removeFolder(folder)
})

function createProject(): string {
  const folder = createFolder()
  folders.push(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  return folder
}

async function install(folder: string, ...words: string[]): Promise<void> {
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...words, ...quietly], { cwd: folder, env: cleanEnvironment() })
}

function readVersion(folder: string, name: string): string {
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

describe('a project that asks for the package alone', () => {
  const folder = createProject()
  beforeAll(() => install(folder, inject('tarball').path, '--engine-strict'))

  it('is given it by a package manager that is strict about engines', () => {
    expect(existsSync(join(folder, 'node_modules/counterfoil/dist/lib/index.js'))).toBe(true)
    expect(existsSync(join(folder, 'node_modules/ky'))).toBe(false)
  })

  it('has a command that checks a journal that this release has exported', () => {
    const sample = (name: string) => resolve('test/samples', name)
    const check = (file: string, notes: string) =>
      spawnSync('npx', ['--no-install', 'counterfoil-verify', file, '--checkpoints', notes], {
        cwd: folder,
        env: cleanEnvironment(),
        input: 'seven green bottles\n',
        encoding: 'utf8',
      })
    const sound = check(sample('audited.counterfoil'), sample('audited.checkpoints'))
    expect(sound.stdout).toContain('2 compared')
    expect(sound.stdout).toContain('Everything is as the till signed it.')
    expect(sound.status).toBe(0)
    const wrong = join(folder, 'wrong.txt')
    writeFileSync(
      wrong,
      readFileSync(sample('audited.checkpoints'), 'utf8').replaceAll('counterfoil/S01', 'x'),
    )
    expect(check(sample('audited.counterfoil'), wrong).status).toBe(1)
  })

  it('has the encoder of a receipt printer only once it asks for it', async () => {
    const encoder = '@point-of-sale/receipt-printer-encoder'
    expect(existsSync(join(folder, 'node_modules', encoder))).toBe(false)
    await install(folder, `${encoder}@${readVersion(resolve('.'), encoder)}`)
    const code = `import { entryToEscpos } from 'counterfoil/escpos'
const entry = { id: 'a', kind: 'refund', state: 'settled', cards: [], history: [], request: { StoredValueCardReceipt: { Total: 5 } } }
console.log(Buffer.from(await entryToEscpos(entry)).includes('Total'))`
    writeFileSync(join(folder, 'print.js'), code)
    const { stdout } = await run(process.execPath, ['print.js'], { cwd: folder })
    expect(stdout).toBe('true\n')
  })
})

/** The lowest version of each library that a host may share with the till, as the package asks for it. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}
const oldest = Object.entries(dependencies).map(([name, range]) => [name, range.replace('^', '')] as const)

/** What the oldest Lit was released with; by itself it would be given their newest. */
const oldestPartsOfLit = ['lit-html@3.0.0', 'lit-element@4.0.0', '@lit/reactive-element@2.0.0']

describe('a page that has libraries of its own, the oldest that the till takes', () => {
  const profile = createProfile()
  const folder = createProject()
  let browser: Chromium
  beforeAll(async () => {
    const libraries = oldest.map(([name, version]) => `${name}@${version}`)
    await install(folder, inject('tarball').path, ...libraries, ...oldestPartsOfLit)
    mkdirSync(join(folder, 'src'))
    mkdirSync(join(folder, 'public'))
    const worker = 'counterfoil-sw.js'
    cpSync(join(folder, 'node_modules/counterfoil/dist/lib', worker), join(folder, 'public', worker))
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><counterfoil-status></counterfoil-status><script type="module" src="/src/main.ts"></script>',
    )
    writeFileSync(
      join(folder, 'src/main.ts'),
      `import { Dexie } from 'dexie'
import { openTill } from 'counterfoil'
import 'counterfoil/elements'
const own = new Dexie('own')
own.version(1).stores({ sales: 'id' })
const opening = own.table('sales').put({ id: 1 }).then(() =>
  openTill({ shop: 'S01', terminal: 'T3', service: { baseUrl: '/api' }, worker: '/counterfoil-sw.js', name: 'till' }))
opening.then(
  (till) => {
    document.querySelector('counterfoil-status').till = till
    Object.assign(globalThis, { counterfoilTill: till, semVer: Dexie.semVer })
  },
  (error) => Object.assign(globalThis, { refused: { code: error.code, message: error.message } }),
)`,
    )
    browser = await startChromium(profile.path)
  })
  afterAll(async () => {
    await browser.kill()
    profile.remove()
  })

  async function open<Result>(look: (page: Awaited<ReturnType<Chromium['open']>>) => Promise<Result>) {
    buildWithVite(folder)
    const server = await startHost({ folder: join(folder, 'dist') })
    const page = await browser.open(server.url)
    try {
      return await look(page)
    } finally {
      await page.close()
      await server.stop()
    }
  }

  it('shares them with the till, which rings up, delivers and shows it, with its worker', async () => {
    expect(existsSync(join(folder, 'node_modules/counterfoil/node_modules'))).toBe(false)
    for (const [name, version] of oldest)
      expect(`${name} ${readVersion(folder, name)}`).toBe(`${name} ${version}`)
    await open(async (page) => {
      await untilReady(page)
      expect(await page.evaluate('semVer')).toBe('4.0.1')
      await untilStatus(page, { worker: { state: 'active' } })
      await page.evaluate(async () => {
        await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
          StoredValueCardReceipt: { Total: 25, Payments: [{ Amount: 25 }] },
        })
      })
      await untilStatus(page, { counts: { settled: 1, queued: 0, parked: 0 } })
      await page.locator('counterfoil-status').getByText('Online').first().waitFor()
    })
  })

  it('is told both versions where its package manager laid a second one beside it', async () => {
    cpSync('node_modules/dexie', join(folder, 'node_modules/counterfoil/node_modules/dexie'), {
      recursive: true,
    })
    const refused = await open(async (page) => {
      await page.waitForFunction('globalThis.refused')
      return page.evaluate<{ code: string; message: string }>('refused')
    })
    expect(refused.code).toBe('dexie-conflict')
    expect(refused.message).toContain('4.0.1')
    expect(refused.message).toContain(readVersion(resolve('.'), 'dexie'))
  })
})

const compilers = ['5.4', '5.5', '5.9', '6.0', 'latest']

/** Compiles once for each of the given options, and what one compilation has read the next does not read again. */
const compileAll = `
const [compiler, ...files] = process.argv.slice(2)
const ts = require(compiler)
const read = new Map()
const told = files.map((file) => {
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, process.cwd(), undefined, file)
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile
  host.getSourceFile = (name, language, ...more) => {
    const key = [name, options.module, JSON.stringify(language)].join(' ')
    if (!read.has(key)) read.set(key, getSourceFile(name, language, ...more))
    return read.get(key)
  }
  const program = ts.createProgram(fileNames, options, host)
  const all = [...(error ? [error] : []), ...errors, ...ts.getPreEmitDiagnostics(program)]
  return ts.formatDiagnostics(all, host)
})
process.stdout.write(told.join(''))
`
const resolutions = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
]

describe('the declarations compile', () => {
  const folder = createProject()
  const aliasOf = (version: string) => `typescript-${version}`
  beforeAll(async () => {
    const aliases = compilers.map((version) => `${aliasOf(version)}@npm:typescript@${version}`)
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const types = `@types/node@${devDependencies['@types/node'] ?? 'missing'}`
    await install(folder, inject('tarball').path, types, ...aliases)
    writeFileSync(join(folder, 'compile-all.cjs'), compileAll)
    writeFileSync(
      join(folder, 'till.ts'),
      `import { openTill, type RefundRequest, type Till } from 'counterfoil'
import type { CounterfoilElements } from 'counterfoil/elements'
import { entryToEscpos } from 'counterfoil/escpos'
import { sendTelemetry } from 'counterfoil/otlp'
import { sandboxPlugin } from 'counterfoil/sandbox'
import { installReplay } from 'counterfoil/worker'

const model: RefundRequest = { StoredValueCardReceipt: { Total: 25, Payments: [{ Amount: 25 }] } }
export async function start(): Promise<Till> {
  const till = await openTill({ shop: 'S01', terminal: 'T3', service: { baseUrl: '/api' } })
  const entry = await till.refund(model)
  const total: number | undefined = entry.request.StoredValueCardReceipt?.Total
  // @ts-expect-error -- the declarations were read, and not taken for anything at all
  const wrong: string | undefined = entry.request.StoredValueCardReceipt?.Total
  sendTelemetry(till, { url: 'https://otel.example' })
  installReplay()
  const bytes: Uint8Array = await entryToEscpos(entry, { columns: 32 })
  console.log(total, wrong, bytes, sandboxPlugin)
  return till
}
export type Names = keyof CounterfoilElements
`,
    )
  })

  function configure(version: string, options: object, index: number): string {
    const name = `tsconfig.${version}.${index}.json`
    const usual = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] }
    const compilerOptions = { ...usual, types: ['node'], ...options }
    writeFileSync(join(folder, name), JSON.stringify({ compilerOptions, files: ['till.ts'] }))
    return name
  }

  /** What a compiler says; one that has no interface but its command is run once for each. */
  async function compile(version: string, names: readonly string[]): Promise<string> {
    const home = join(folder, 'node_modules', aliasOf(version))
    const library = join(home, 'lib/typescript.js')
    const runs = existsSync(library)
      ? [['compile-all.cjs', library, ...names]]
      : names.map((name) => [join(home, 'bin/tsc'), '-p', name])
    const told: string[] = []
    for (const words of runs) {
      const said = await run(process.execPath, words, { cwd: folder }).then(
        ({ stdout }) => stdout,
        (error: unknown) => `${String(error)}\n${(error as { stdout?: string }).stdout ?? ''}`,
      )
      told.push(said)
    }
    return told.join('')
  }

  // Where a compiler has nothing to say that looks into every library, it has nothing to say that passes them over.
  it.each(compilers)(
    'in TypeScript %s, bundled or in Node’s way, with every library checked',
    async (version) => {
      const names = resolutions.map((resolution, index) =>
        configure(version, { ...resolution, skipLibCheck: false }, index),
      )
      expect(await compile(version, names)).toBe('')
    },
  )
})
