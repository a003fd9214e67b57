import { defineConfig, type Plugin } from 'vite'
import { precache, worker } from '../builds.js'
import { writeSite } from './write.js'

const folder = 'dist/site'
const workerFile = 'demo-sw.js'

/** The demo waits for its worker, which is its card service here. */
const demoOfTheSite: Plugin = {
  name: 'counterfoil-demo-of-the-site',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/demo/main.ts', '/test/tools/site/demo.ts'),
  },
}

const config = defineConfig({
  // Every address is relative: the folder may be served from anywhere.
  base: './',
  logLevel: 'warn',
  plugins: [demoOfTheSite, precache(folder, workerFile)],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 1_000 },
  environments: {
    client: {},
    script: {
      consumer: 'client',
      build: {
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        lib: { entry: { site: 'test/tools/site/page.ts' }, formats: ['es'] },
        rolldownOptions: { output: { chunkFileNames: 'site-[name].js' } },
      },
    },
    worker: worker('test/tools/site/worker.ts', folder, workerFile),
  },
  builder: {
    async buildApp(builder) {
      const { client, script, worker } = builder.environments
      if (!client || !script || !worker) throw new Error('an environment of the site is missing')
      await builder.build(client)
      await builder.build(script)
      writeSite(folder)
      // It lists what lies in the folder, so that it comes last.
      await builder.build(worker)
    },
  },
})

export { config as default }
