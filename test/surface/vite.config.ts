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
        api: 'test/surface/api.ts',
        package: 'test/surface/package.ts',
        prune: 'test/surface/prune.ts',
      },
    },
  },
})

export { config as default }
