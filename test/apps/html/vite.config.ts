import { sandboxPlugin } from 'counterfoil/sandbox'
import { defineConfig } from 'vite'

// Nothing is built: the folder is served as it lies there, and the sandbox stands in for the card service.
export default defineConfig({ appType: 'mpa', build: { outDir: '.' }, plugins: [sandboxPlugin()] })
