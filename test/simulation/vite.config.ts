import { defineConfig } from 'vite'

/** Node 20 does not run TypeScript, so the simulation is built before it runs. */
const config = defineConfig({
  logLevel: 'warn',
  build: {
    ssr: 'test/simulation/main.ts',
    outDir: 'dist/simulation',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
  },
})

export { config as default }
