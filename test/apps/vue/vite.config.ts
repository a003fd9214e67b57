import vue from '@vitejs/plugin-vue'
import { sandboxPlugin } from 'counterfoil/sandbox'
import { defineConfig } from 'vite'

const isCustomElement = (tag: string) => tag.startsWith('counterfoil-')

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), sandboxPlugin()],
})
