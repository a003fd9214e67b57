import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = 'test/tools/powercut/page'

/** The page with the till in it, and the script that cuts its power. */
const config = defineConfig({
  root,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: { counterfoil: resolve('src/index.ts') } },
  build: { outDir: resolve('dist/powercut/page'), emptyOutDir: true, target: 'es2022' },
  environments: {
    client: {},
    script: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: resolve('dist/powercut'),
        emptyOutDir: false,
        minify: false,
        rolldownOptions: { input: { main: resolve('test/tools/powercut/main.ts') } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
})

export { config as default }
