import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so the tool is built before it runs, and the service that it starts with it. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'dist/proxies',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'test/tools/proxies/main.ts',
        'counterfoil-service': 'src/service/example/cli.ts',
      },
    },
  },
})

export { config as default }
