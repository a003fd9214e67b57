import { expect, it } from 'vitest'
import type { TillEvent } from '../../src/index.js'
import { eventsToLogs } from '../../src/telemetry/logs.js'
import { createMeter } from '../../src/telemetry/metrics.js'
import { createStatusStore } from '../../src/till/status.js'

const resource = { attributes: [] }
const at = new Date(1_000_000)
const failed: TillEvent = { type: 'copy', state: 'failed', reason: 'redirect', at, cursor: 'c' }
const made: TillEvent = { type: 'copy', state: 'made', operations: 3, at, cursor: 'd' }

it('copies off the device are counted by their state, and the last one has an age', () => {
  const meter = createMeter(0)
  for (const event of [failed, failed, made]) meter.note(event)
  const { value } = createStatusStore({ state: 'starting' })
  const status = { ...value, copies: { lastAt: at, operations: 3 } }
  const text = JSON.stringify(meter.read(resource, { status, now: 1_060_000, lost: 0, isOpen: true }))
  const { resourceMetrics } = JSON.parse(text) as {
    resourceMetrics: {
      scopeMetrics: {
        metrics: { name: string; sum?: { dataPoints: object[] }; gauge?: { dataPoints: object[] } }[]
      }[]
    }[]
  }
  const metrics = resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []
  const find = (name: string) => metrics.find((metric) => metric.name === name)
  expect(find('counterfoil.copies')?.sum?.dataPoints).toMatchObject([{ asInt: '2' }, { asInt: '1' }])
  expect(find('counterfoil.copy.age')?.gauge?.dataPoints).toMatchObject([{ asInt: '60' }])
})

it('a copy that was not taken is a warning that says why', () => {
  const text = JSON.stringify(eventsToLogs(resource, [{ event: failed, at: 0 }]))
  expect(text).toContain('"severityText":"WARN"')
  expect(text).toContain('copy failed: redirect')
  expect(text).toContain('counterfoil.copy.reason')
})
