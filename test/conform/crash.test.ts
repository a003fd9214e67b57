import { expect, it } from 'vitest'
import { toText } from '../../src/conform/report.js'
import { faultyConfig, startFaulty } from './faulty.js'
import { tryService } from './support.js'

it('a hook that lets every operation be answered first is no crash, and the report says so', async () => {
  const outcome = await tryService(await startFaulty(), {
    ...faultyConfig,
    endpoints: ['refund'],
    keys: true,
    conditions: false,
    origin: undefined,
    // Ends nothing.
    hooks: { restart: { url: '/admin/next', body: {} } },
  })
  const crash = outcome.results.find(({ check }) => check === 'crash')
  expect(crash).toMatchObject({ verdict: 'skipped' })
  expect(crash?.reason).toContain('answered before hooks.restart had ended the service')
  expect(toText(outcome)).toContain('\nNot checked: crash, key-lifetime. A fault there costs money.')
})
