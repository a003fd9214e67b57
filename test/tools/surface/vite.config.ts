import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so what looks at the package from outside is built before it runs. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'dist/surface',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        api: 'test/tools/surface/api.ts',
        package: 'test/tools/surface/package.ts',
        prune: 'test/tools/surface/prune.ts',
      },
    },
  },
})

export { config as default }
