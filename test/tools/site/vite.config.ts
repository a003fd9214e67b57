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

const siteWorker = worker('test/tools/site/worker.ts', folder, workerFile)

/** What is imported for what it does: the package's list of such files names none of the demo's. */
const treeshake = { moduleSideEffects: true }

const config = defineConfig({
  // Every address is relative: the folder may be served from anywhere.
  base: './',
  logLevel: 'warn',
  plugins: [demoOfTheSite, precache(folder, workerFile)],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 1_000, rolldownOptions: { treeshake } },
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
    worker: {
      ...siteWorker,
      build: { ...siteWorker.build, rolldownOptions: { ...siteWorker.build?.rolldownOptions, treeshake } },
    },
  },
  builder: {
    async buildApp({ build, environments }) {
      const { client, script, worker } = environments
      if (!client || !script || !worker) throw new Error('an environment of the site is missing')
      await build(client)
      await build(script)
      writeSite(folder)
      // It lists what lies in the folder, so that it comes last.
      await build(worker)
    },
  },
})

export { config as default }
