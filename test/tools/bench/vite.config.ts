import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = 'test/tools/bench/pages'
const launcher = 'webkit-launcher.py'

/**
 * The pages with ours as it is built, Workbox's worker, and the scripts that lead them; with ours from its sources, so
 * that a sampled function is found there, where it is asked on what time is spent.
 */
const config = defineConfig(({ mode }) => ({
  root,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: { counterfoil: resolve(mode === 'spent' ? 'src/index.ts' : 'dist/lib/index.js') } },
  build: {
    outDir: resolve('dist/bench/pages'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: mode === 'spent',
  },
  environments: {
    client: {},
    worker: {
      consumer: 'client',
      build: {
        outDir: resolve('dist/bench/pages'),
        emptyOutDir: false,
        lib: {
          entry: resolve(root, 'workbox-sw.ts'),
          formats: ['iife'],
          name: 'workbox',
          fileName: () => 'workbox-sw.js',
        },
      },
    },
    script: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: resolve('dist/bench'),
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: {
            main: resolve('test/tools/bench/main.ts'),
            service: resolve('test/tools/bench/service.ts'),
            spent: resolve('test/tools/bench/spent.ts'),
          },
          // What starts the service finds it beside itself.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
      // What leads WebKitGTK lies beside the script.
      copyFileSync(`test/drivers/${launcher}`, `dist/bench/${launcher}`)
    },
  },
}))

export { config as default }
