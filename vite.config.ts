import { playwright } from '@vitest/browser-playwright'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { build, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { sandboxPlugin } from './src/sandbox/vite.js'
import { engineNames } from './test/drivers/driver.js'
import { findChromium, launchArguments } from './test/drivers/find-chromium.js'

const demoDirectory = 'dist/demo'
const demoWorkerFile = 'demo-sw.js'

const runtimeDependencies = ['big.js', 'dexie', 'lit', 'superstruct', 'workbox-window']

/** Dependencies that only the hosts have who use the entry that imports them. */
const optionalDependencies = ['@point-of-sale/receipt-printer-encoder']

/** Parts of a dependency that are imported by a path of their own. */
const dependencyParts = ['lit/directives/repeat.js']

/**
 * What an app imports. Its dependencies stay imports, so that the host's bundler keeps one of each; ky is
 * built in, because installing it asks for a newer Node. The code is not minified, so it needs no source map.
 */
const library: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/lib',
    emptyOutDir: true,
    copyPublicDir: false,
    license: { fileName: 'licenses.md' },
    sourcemap: false,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        worker: 'src/worker.ts',
        elements: 'src/elements.ts',
        otlp: 'src/otlp.ts',
        escpos: 'src/escpos.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [...runtimeDependencies, ...optionalDependencies, ...dependencyParts],
      output: { chunkFileNames: 'shared-[name].js' },
    },
  },
}

/** One self-contained script, as browsers want their workers. */
function worker(
  entry: string,
  outDir: string,
  fileName: string,
  build: EnvironmentOptions['build'] = {},
): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      ...build,
      lib: { entry, formats: ['iife'], name: 'counterfoil', fileName: () => fileName },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }
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

/** Tells the demo's worker which files to keep, so that the till starts with no server in sight. */
function precache(): Plugin {
  return {
    name: 'counterfoil-precache',
    transform: {
      filter: { id: /src\/demo\/sw\.ts$/ },
      handler(code) {
        const files = this.environment.mode === 'build' ? listDemoFiles() : []
        return { code: `const PRECACHE = ${JSON.stringify(files)}\n${code}`, map: null }
      },
    },
  }
}

function listDemoFiles(): { url: string; revision: string }[] {
  return readdirSync(demoDirectory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.map') && file.name !== demoWorkerFile)
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({
      url: path.slice(demoDirectory.length).replaceAll('\\', '/'),
      revision: createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16),
    }))
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
  expect: { poll: { timeout: 60_000 } },
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

/** Run by every project that brings an IndexedDB of its own. */
const contracts = 'test/contract/*.test.ts'

const projects: TestProjectConfiguration[] = [
  {
    test: {
      name: 'node',
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/*.browser.test.ts', 'test/e2e/**', 'test/packages/**'],
      setupFiles: ['fake-indexeddb/auto', 'test/support/patience.ts'],
      ...beforeBrowsers,
    },
  },
  {
    // The journal leans on the inside of Dexie: a host may bring the oldest that we take.
    resolve: { alias: { dexie: 'dexie-oldest' } },
    test: {
      name: 'dexie-oldest',
      include: ['test/journal/{connection,live,news,single-writer}.test.ts', contracts],
      setupFiles: ['fake-indexeddb/auto', 'test/support/patience.ts'],
      ...beforeBrowsers,
    },
  },
  {
    // The ready-made worker lies in a folder of its own, so that it controls no page of the tests.
    plugins: [sandboxPlugin(), workerInDevelopment('src/sw.ts', '/ready/counterfoil-sw.js')],
    optimizeDeps: { include: [...runtimeDependencies, ...optionalDependencies, 'ky', ...dependencyParts] },
    test: {
      name: 'browser',
      include: ['test/**/*.browser.test.ts', contracts],
      setupFiles: ['test/support/clean.ts', 'test/support/patience.ts'],
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
      include: ['test/e2e/*.test.ts', `test/e2e/${engine}/*.test.ts`],
      globalSetup: ['test/support/engine.ts', 'test/support/build.ts'],
      provide: { engine },
      ...inBrowsers,
    },
  })),
]

const environments = {
  client: {},
  library,
  readyWorker: worker('src/sw.ts', 'dist/lib', 'counterfoil-sw.js', {
    license: { fileName: 'counterfoil-sw.licenses.md' },
  }),
  sandbox,
  demoWorker: worker('src/demo/sw.ts', demoDirectory, demoWorkerFile, { sourcemap: true }),
}

export default defineConfig(
  process.env.VITEST
    ? { test: { projects } }
    : {
        plugins: [
          sandboxPlugin(),
          sandboxPlugin({ prefix: '/training' }),
          precache(),
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
          },
        },
        preview: { port: 4173, headers: { 'cache-control': 'no-cache' } },
      },
)
