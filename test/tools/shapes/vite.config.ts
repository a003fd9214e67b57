import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so the script is built before it runs. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: 'test/tools/shapes/main.ts',
    outDir: 'dist/shapes',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
  },
})

export { config as default }
