import { playwright } from '@vitest/browser-playwright'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { build, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { sandboxPlugin } from './src/sandbox/vite.js'
import { engineNames, type EngineName } from './test/drivers/driver.js'
import { findChromium, launchArguments } from './test/drivers/find-chromium.js'
import { LongestFirst } from './test/support/longest-first.js'
import { createReporters } from './test/support/reporter.js'
import { precache, worker } from './test/tools/builds.js'
import { composePage } from './test/tools/desk-page.js'

const demoDirectory = 'dist/demo'
const demoWorkerFile = 'demo-sw.js'

const runtimeDependencies = ['dexie', 'lit', 'superstruct', 'workbox-window']

/** Dependencies that only the hosts have who use the entry that imports them. */
const optionalDependencies = ['@point-of-sale/receipt-printer-encoder']

/** Parts of a dependency that are imported by a path of their own. */
const dependencyParts = ['lit/directives/repeat.js']

/**
 * What an app imports. Its dependencies stay imports, so that the host's bundler keeps one of each; ky is
 * built in, because installing it asks for a newer Node. The code is not minified, so it needs no source map.
 */
function library(
  entry: Record<string, string>,
  build: EnvironmentOptions['build'] = {},
  output: { codeSplitting?: false } = {},
): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist/lib',
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      minify: false,
      ...build,
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        external: [...runtimeDependencies, ...optionalDependencies, ...dependencyParts],
        output: { chunkFileNames: 'shared-[name].js', ...output },
      },
    },
  }
}

const pageEntries = {
  index: 'src/index.ts',
  elements: 'src/elements.ts',
  otlp: 'src/otlp.ts',
  escpos: 'src/escpos.ts',
}

const sandbox: EnvironmentOptions = {
  consumer: 'server',
  build: {
    ssr: true,
    outDir: 'dist/lib',
    emptyOutDir: false,
    copyPublicDir: false,
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      input: { sandbox: 'src/sandbox/index.ts', 'counterfoil-sandbox': 'src/sandbox/cli.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-sandbox-[name].js' },
    },
  },
}

/** What the owner of a card service imports; it shares no code with what a page imports. */
const service: EnvironmentOptions = {
  consumer: 'server',
  build: {
    ssr: true,
    outDir: 'dist/lib',
    emptyOutDir: false,
    copyPublicDir: false,
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      input: {
        service: 'src/service/index.ts',
        'service-sqlite': 'src/service/sqlite.ts',
        'service-postgres': 'src/service/postgres.ts',
        'counterfoil-service': 'src/service/example/cli.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-service-[name].js' },
    },
  },
}

/** A command of one file, for Node; it shares no code with what a page imports. */
function command(name: string, entry: string): EnvironmentOptions {
  return {
    consumer: 'server',
    build: {
      ssr: true,
      outDir: 'dist/lib',
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      minify: false,
      rolldownOptions: {
        input: { [name]: entry },
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  }
}

/** One file with its dependencies inside, for a page without a bundler. */
function standalone(name: string, entry: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist/lib',
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      license: { fileName: `standalone-${name}.licenses.md` },
      lib: { entry: { [`standalone/${name}`]: entry }, formats: ['es'] },
      rolldownOptions: { external: optionalDependencies, output: { codeSplitting: false, minify: true } },
    },
  }
}

const deskDirectory = 'dist/desk'

/** The code of the page that opens a journal; it goes into that page's own file. */
const deskScript: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: deskDirectory,
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    lib: { entry: { desk: 'src/desk/main.ts' }, formats: ['es'] },
    rolldownOptions: { output: { codeSplitting: false, minify: true } },
  },
}

function writeDeskPage(): void {
  const read = (path: string) => readFileSync(path, 'utf8')
  const page = composePage({
    template: read('src/desk/desk.html'),
    style: read('src/desk/desk.css'),
    script: read(`${deskDirectory}/desk.js`),
    licenses: read(`${deskDirectory}/licenses.md`),
  })
  writeFileSync('dist/lib/counterfoil-open.html', page)
}

/** What a page may demand of these files: a browser runs no other bytes. */
function writeIntegrity(): void {
  const files = ['standalone/counterfoil.js', 'standalone/elements.js']
  const digest = (path: string) =>
    createHash('sha384')
      .update(readFileSync(`dist/lib/${path}`))
      .digest('base64')
  const hashes = Object.fromEntries(files.map((path) => [path, `sha384-${digest(path)}`]))
  writeFileSync('dist/lib/integrity.json', `${JSON.stringify(hashes, undefined, 2)}\n`)
}

/** Lists the files of the library that a page reaches, at once or later, so that a host's worker can keep them. */
function listForPrecaching(entry: string, fileName: string): Plugin {
  return {
    name: 'counterfoil-list-for-precaching',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'library',
    generateBundle(_options, bundle) {
      const reached = new Set([entry])
      for (const url of reached) {
        const chunk = bundle[url]
        if (chunk?.type !== 'chunk') continue
        const next = [...chunk.imports, ...chunk.dynamicImports].filter((name) => name in bundle)
        for (const name of next) reached.add(name)
      }
      const files = [...reached].map((url) => {
        const chunk = bundle[url]
        const code = chunk?.type === 'chunk' ? chunk.code : ''
        return { url, revision: createHash('sha256').update(code).digest('hex').slice(0, 16) }
      })
      this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(files, undefined, 2)}\n` })
    },
  }
}

/** In development a worker is built in memory, at the address it has in production. */
function workerInDevelopment(entry: string, address: string): Plugin {
  return {
    name: 'counterfoil-worker-in-development',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use(address, (_request, response, next) => {
        buildInMemory(entry).then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.setHeader('cache-control', 'no-store')
          response.end(code)
        }, next)
      })
    },
  }
}

async function buildInMemory(entry: string): Promise<string> {
  const options = worker(entry, demoDirectory, demoWorkerFile).build
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHE: '[]', 'process.env.NODE_ENV': '"development"' },
    build: { ...options, write: false, sourcemap: false },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code
}

/** On a machine that is busy with other things every test takes many times as long; speed is for the bench to judge. */
const withoutHaste = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000 } },
}

/** After whatever needs no browser of its own; most of these tests wait, so that some may wait side by side. */
const inBrowsers = {
  sequence: { groupOrder: 1 },
  maxWorkers: 4,
  // They share nothing but what each stage makes anew, and loading a driver costs as much as many a test.
  isolate: false,
  ...withoutHaste,
}

/** Side by side with the browser's tests, which run one after the other and leave half of the time to others. */
const beforeBrowsers = { maxWorkers: Math.max(2, availableParallelism() - 1), ...withoutHaste }

const everywhere = ['test/support/patience.ts', 'test/support/quiet.ts']

const onFakeDatabases = ['fake-indexeddb/auto', 'test/support/swift-databases.ts', ...everywhere]

/** Many files in one process: to load the code anew takes longer than most of them. */
const together = {
  isolate: false,
  setupFiles: [...onFakeDatabases, 'test/support/apart.ts'],
  ...beforeBrowsers,
}

/** Those that put another module in the place of one of ours need a process of their own. */
const alone = 'test/**/*.alone.test.ts'

/** Run by every project that brings an IndexedDB of its own. */
const contracts = 'test/contract/*.test.ts'

const aboutDatabases = [
  'cruel',
  'durability',
  'indexeddb',
  'kills',
  'life',
  'road',
  'secrets',
  'store',
  'tabs',
  'transfer',
  'undone',
]

/**
 * SQLite is played where it could differ from Chromium on LevelDB: wherever the database is put to the test. What people
 * see on a screen is the same page on the same engine; `ALL_ON_SQLITE=1` plays that too.
 */
function listEndToEnd(engine: EngineName): string[] {
  if (engine !== 'sqlite') return ['test/e2e/*.test.ts', `test/e2e/${engine}/*.test.ts`]
  const common = process.env.ALL_ON_SQLITE ? '*' : `{${aboutDatabases.join()}}`
  return [`test/e2e/${common}.test.ts`, 'test/e2e/chromium/{powercut,secrets,storage,two-writes}.test.ts']
}

const projects: TestProjectConfiguration[] = [
  {
    test: {
      name: 'node',
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/*.browser.test.ts', alone, 'test/e2e/**', 'test/packages/**'],
      ...together,
    },
  },
  { test: { name: 'node-alone', include: [alone], setupFiles: onFakeDatabases, ...beforeBrowsers } },
  {
    // The journal leans on the inside of Dexie: a host may bring the oldest that we take.
    resolve: { alias: { dexie: 'dexie-oldest' } },
    test: {
      name: 'dexie-oldest',
      include: ['test/journal/{connection,live,news,single-writer}.test.ts', contracts],
      ...together,
    },
  },
  {
    // The ready-made worker lies in a folder of its own, so that it controls no page of the tests.
    plugins: [sandboxPlugin(), workerInDevelopment('src/sw.ts', '/ready/counterfoil-sw.js')],
    optimizeDeps: {
      include: [...runtimeDependencies, ...optionalDependencies, 'ky', ...dependencyParts],
    },
    test: {
      name: 'browser',
      include: ['test/**/*.browser.test.ts', contracts],
      setupFiles: ['test/support/clean.ts', ...everywhere],
      // One page for all files: loading the sources anew takes longer than many of them.
      isolate: false,
      ...beforeBrowsers,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath: process.env.VITEST ? findChromium() : '', args: launchArguments },
        }),
        // One origin, one service and one browser's storage for all files. Said here and not further up, where it would
        // put them off until everything else is done: so they run beside the tests in Node.
        instances: [{ browser: 'chromium', fileParallelism: false }],
      },
    },
  },
  {
    test: {
      name: 'packages',
      include: ['test/packages/*.test.ts'],
      globalSetup: ['test/support/build.ts', 'test/support/pack.ts'],
      ...inBrowsers,
    },
  },
  ...engineNames.map((engine) => ({
    test: {
      name: engine,
      include: listEndToEnd(engine),
      globalSetup: ['test/support/engine.ts', 'test/support/build.ts'],
      provide: { engine },
      ...inBrowsers,
    },
  })),
]

const environments = {
  client: {},
  library: library(pageEntries, { emptyOutDir: true, license: { fileName: 'licenses.md' } }),
  // One file: a service worker may not load a part later.
  libraryWorker: library({ worker: 'src/worker.ts' }, {}, { codeSplitting: false }),
  readyWorker: worker('src/sw.ts', 'dist/lib', 'counterfoil-sw.js', {
    license: { fileName: 'counterfoil-sw.licenses.md' },
  }),
  standalonePage: standalone('counterfoil', 'src/index.ts'),
  standaloneElements: standalone('elements', 'test/tools/standalone-elements.ts'),
  sandbox,
  service,
  conform: command('counterfoil-conform', 'src/conform/cli.ts'),
  verify: command('counterfoil-verify', 'src/verify/cli.ts'),
  open: command('counterfoil-open', 'src/open/cli.ts'),
  deskScript,
  demoWorker: worker('src/demo/sw.ts', demoDirectory, demoWorkerFile, { sourcemap: true }),
}

export default defineConfig(
  process.env.VITEST
    ? { test: { projects, reporters: createReporters(), sequence: { sequencer: LongestFirst } } }
    : {
        plugins: [
          sandboxPlugin(),
          sandboxPlugin({ prefix: '/training' }),
          precache(demoDirectory, demoWorkerFile),
          listForPrecaching('index.js', 'precache.json'),
          workerInDevelopment('src/demo/sw.ts', `/${demoWorkerFile}`),
        ],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { outDir: demoDirectory, emptyOutDir: true, sourcemap: true },
        environments,
        builder: {
          async buildApp(builder) {
            for (const name of Object.keys(environments)) {
              const environment = builder.environments[name]
              if (environment) await builder.build(environment)
            }
            writeIntegrity()
            writeDeskPage()
          },
        },
        preview: { port: 4173, headers: { 'cache-control': 'no-cache' } },
      },
)
