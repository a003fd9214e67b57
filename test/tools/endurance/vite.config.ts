import { copyFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const outDir = 'dist/endurance'
const launcher = 'webkit-launcher.py'

/** Node 20 does not run TypeScript, so the script is built before it runs; what leads WebKitGTK lies beside it. */
const config = defineConfig({
  logLevel: 'warn',
  plugins: [
    {
      name: 'counterfoil-webkit-launcher',
      writeBundle() {
        copyFileSync(`test/drivers/${launcher}`, `${outDir}/${launcher}`)
      },
    },
  ],
  build: {
    ssr: 'test/tools/endurance/main.ts',
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
  },
})

export { config as default }
