import { defineConfig } from 'vitest/config'
import { faults } from './faults.js'
import { plantFault } from './plugin.js'

const fault = faults.find(({ name }) => name === process.env.PLANTED_FAULT)
if (!fault) throw new Error('PLANTED_FAULT names no fault of test/bite/faults.ts')

/** The Node suites as ever, with one fault planted. */
const config = defineConfig({
  plugins: [plantFault(fault)],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.browser.test.ts', 'test/e2e/**', 'test/packages/**'],
    setupFiles: ['fake-indexeddb/auto'],
    testTimeout: 60_000,
  },
})

export { config as default }
