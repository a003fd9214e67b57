import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = 'test/tools/bench/pages'
const launcher = 'webkit-launcher.py'

/** The pages with ours as it is built, Workbox's worker, and the script that leads them. */
const config = defineConfig({
  root,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: { counterfoil: resolve('dist/lib/index.js') } },
  build: { outDir: resolve('dist/bench/pages'), emptyOutDir: true, target: 'es2022' },
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
          },
          output: { entryFileNames: '[name].js' },
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
})

export { config as default }
