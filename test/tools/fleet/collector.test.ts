import { describe, expect, it } from 'vitest'
import { factsToAttributes, momentToNanos, type Facts } from '../../../src/telemetry/encode.js'
import {
  createGauge,
  createHistogram,
  createPoint,
  createSum,
  type Metric,
} from '../../../src/telemetry/points.js'
import { createCollector, metricToName, type Collector } from './collector.js'

const resource = {
  attributes: factsToAttributes({ 'service.name': 'counterfoil', 'service.instance.id': 'S1/T1' }),
}

function send(collector: Collector, metrics: Metric[], now: number): void {
  collector.receive({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }, now)
}

const gauge = (value: number, at: number, facts: Facts = {}) =>
  createGauge({ name: 'a.b', unit: '{page}', description: '' }, [
    createPoint(facts, value, { timeUnixNano: momentToNanos(at) }),
  ])

const listRuns = ({ series }: Collector) =>
  series.map(({ runs }) => runs.map(({ value, count }) => [value, count]))

describe('the stand-in for the collector', () => {
  it.each([
    ['counterfoil.oldest.age', 's', 'gauge', 'counterfoil_oldest_age_seconds'],
    ['counterfoil.stalled', '1', 'gauge', 'counterfoil_stalled_ratio'],
    ['counterfoil.entries', '{entry}', 'gauge', 'counterfoil_entries'],
    ['counterfoil.storage.usage', 'By', 'gauge', 'counterfoil_storage_usage_bytes'],
    ['counterfoil.attempts', '{attempt}', 'sum', 'counterfoil_attempts_total'],
    ['counterfoil.count', '1', 'sum', 'counterfoil_count_total'],
  ])('names %s in %s as Prometheus does', (name, unit, kind, expected) => {
    const point = createPoint({}, 1, { timeUnixNano: '1' })
    const create = kind === 'gauge' ? createGauge : createSum
    const [metric] = create({ name, unit, description: '' }, [point])
    expect(metric && metricToName(metric)).toBe(expected)
  })

  it('shows what was sent last as Prometheus reads it, for two minutes', () => {
    const collector = createCollector()
    send(collector, gauge(1, 0), 0)
    send(collector, gauge(2, 30), 30_000)
    const line =
      'a_b{job="counterfoil",instance="S1/T1",service_name="counterfoil",service_instance_id="S1/T1"} 2\n'
    expect(collector.expose(150_000)).toBe(line)
    expect(collector.expose(150_001)).toBe('')
  })

  it('names shop and till by job, instance and the attributes', () => {
    const collector = createCollector()
    send(collector, gauge(1, 0, { 'counterfoil.pause.scope': 'service' }), 0)
    expect(collector.series).toMatchObject([
      { name: 'a_b', labels: { job: 'counterfoil', instance: 'S1/T1', counterfoil_pause_scope: 'service' } },
    ])
  })

  it('shows a figure for two minutes, then no more, and again when it comes again', () => {
    const collector = createCollector()
    collector.read(0)
    send(collector, gauge(5, 0), 0)
    for (let at = 30_000; at <= 180_000; at += 30_000) collector.read(at)
    send(collector, gauge(6, 200_000), 200_000)
    collector.read(210_000)
    expect(listRuns(collector)).toEqual([
      [
        [undefined, 1],
        [5, 4],
        [undefined, 2],
        [6, 1],
      ],
    ])
  })

  it('drops figures of a clock that was set back, until those before have expired', () => {
    const collector = createCollector()
    send(collector, gauge(1, 3_600_000), 0)
    send(collector, gauge(2, 30_000), 30_000)
    collector.read(30_000)
    send(collector, gauge(3, 150_000), 150_000)
    collector.read(150_000)
    expect(listRuns(collector)).toEqual([
      [
        [1, 1],
        [3, 1],
      ],
    ])
  })

  it('adds up the buckets of a histogram', () => {
    const histogram = createHistogram({ name: 'h', description: '' }, [1, 60])
    for (const ms of [500, 1_000, 2_000, 90_000]) histogram.note('refund', ms)
    const collector = createCollector()
    send(collector, histogram.read({ timeUnixNano: '1' }), 0)
    collector.read(0)
    expect(collector.series.map(({ name, labels, runs }) => [name, labels.le, runs[0]?.value])).toEqual([
      ['h_seconds_bucket', '1', 2],
      ['h_seconds_bucket', '60', 3],
      ['h_seconds_bucket', '+Inf', 4],
      ['h_seconds_sum', undefined, 93.5],
      ['h_seconds_count', undefined, 4],
    ])
  })
})
