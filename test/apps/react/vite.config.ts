import { sandboxPlugin } from 'counterfoil/sandbox'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [sandboxPlugin()] })
