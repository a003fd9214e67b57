import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so the fleet is built before it runs. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: 'test/tools/fleet/main.ts',
    outDir: 'dist/fleet',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
  },
})

export { config as default }
