import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so the program is built before it runs. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: 'test/bite/main.ts',
    outDir: 'dist/bite',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
  },
})

export { config as default }
