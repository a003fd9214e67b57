import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    emptyOutDir: false,
    lib: {
      entry: 'src/embedded-sw.js',
      formats: ['iife'],
      name: 'worker',
      fileName: () => 'embedded-sw.js',
    },
  },
})
