import type { KeyValue, Resource } from '../../../src/telemetry/encode.js'
import type { HistogramPoint, Metric, NumberPoint } from '../../../src/telemetry/points.js'

/** As the configuration of the pack says: so long a figure is shown without a new one. */
const expirationMs = 120_000

const unitNames: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' }

/** A series as Prometheus reads it: its samples in the order of the readings, and how often each came in a row. */
export interface Series {
  name: string
  labels: Readonly<Record<string, string>>
  /** Both as Prometheus writes them. */
  text: string
  runs: { value: number | undefined; count: number }[]
}

/** What a till has sent of a figure last. */
interface Shown {
  value: number
  /** By the till's clock. */
  pointAt: bigint
  receivedAt: number
  series: Series
}

/** Stands in for the collector: OTLP comes in, and what Prometheus reads of it is kept. */
export interface Collector {
  receive: (message: object, now: number) => void
  /** One reading by Prometheus. */
  read: (now: number) => void
  /** What Prometheus reads now, as the collector writes it. */
  expose: (now: number) => string
  readonly readings: number
  readonly series: readonly Series[]
}

/** Keeps the metrics by these names, or all of them. */
export function createCollector(isKept: (name: string) => boolean = () => true): Collector {
  const shown = new Map<string, Shown>()
  const series = new Map<string, Series>()
  let readings = 0

  function findSeries(key: string, name: string, labels: Series['labels']): Series {
    const known = series.get(key)
    if (known) return known
    const fresh: Series = { name, labels, text: nameSeries(name, labels), runs: [] }
    if (readings > 0) fresh.runs.push({ value: undefined, count: readings })
    series.set(key, fresh)
    return fresh
  }

  function take({ name, labels, value, pointAt }: Sample, now: number): void {
    const key = `${name} ${Object.values(labels).join(' ')}`
    const last = shown.get(key)
    const isGone = last === undefined || now - last.receivedAt > expirationMs
    // A point that is older than what is shown is dropped, until that has expired.
    if (!isGone && pointAt < last.pointAt) return
    shown.set(key, {
      value,
      pointAt,
      receivedAt: now,
      series: last?.series ?? findSeries(key, name, labels),
    })
  }

  return {
    receive(message, now) {
      for (const { resource, metrics } of unpack(message))
        for (const metric of metrics)
          if (listNames(metric).some(isKept))
            for (const sample of metricToSamples(metric, resource)) if (isKept(sample.name)) take(sample, now)
    },
    read(now) {
      const isRead = new Set<Series>()
      for (const { value, receivedAt, series: one } of shown.values()) {
        if (now - receivedAt > expirationMs) continue
        extend(one, value)
        isRead.add(one)
      }
      for (const one of series.values()) if (!isRead.has(one)) extend(one, undefined)
      readings += 1
    },
    expose(now) {
      let text = ''
      for (const { value, receivedAt, series: one } of shown.values())
        if (now - receivedAt <= expirationMs) text += `${one.text} ${value}\n`
      return text
    },
    get readings() {
      return readings
    },
    get series() {
      return [...series.values()]
    },
  }
}

/** A series as Prometheus names it. */
export function nameSeries(name: string, labels: Series['labels']): string {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return `${name}{${texts.join(',')}}`
}

function extend({ runs }: Series, value: number | undefined): void {
  const last = runs.at(-1)
  if (last?.value === value && last) last.count += 1
  else runs.push({ value, count: 1 })
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
  pointAt: bigint
}

interface Message {
  resourceMetrics: { resource: Resource; scopeMetrics: { metrics: Metric[] }[] }[]
}

function unpack(message: object): { resource: Record<string, string>; metrics: Metric[] }[] {
  return (message as Message).resourceMetrics.map(({ resource, scopeMetrics }) => {
    const labels = attributesToLabels(resource.attributes)
    const { service_name: job = '', service_instance_id: instance = '' } = labels
    return {
      resource: { job, instance, ...labels },
      metrics: scopeMetrics.flatMap(({ metrics }) => metrics),
    }
  })
}

function attributesToLabels(attributes: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key.replaceAll(/[^a-zA-Z0-9_]/g, '_'),
      String(value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue),
    ]),
  )
}

/** The name by the rules of the collector: units in words, a ratio where a gauge has the unit 1, `_total` for sums. */
export function metricToName(metric: Metric): string {
  const unit = metric.unit === '1' && 'gauge' in metric ? 'ratio' : unitNames[metric.unit]
  const base = metric.name.replaceAll(/[^a-zA-Z0-9_]+/g, '_')
  return [base, unit, 'sum' in metric ? 'total' : undefined].filter((part) => part !== undefined).join('_')
}

function listNames(metric: Metric): string[] {
  const name = metricToName(metric)
  return 'histogram' in metric ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
}

function metricToSamples(metric: Metric, resource: Record<string, string>): Sample[] {
  const name = metricToName(metric)
  if ('histogram' in metric)
    return metric.histogram.dataPoints.flatMap((point) => histogramToSamples(name, point, resource))
  const { dataPoints } = 'gauge' in metric ? metric.gauge : metric.sum
  return dataPoints.map((point) => ({ name, value: Number(point.asInt), ...place(point, resource) }))
}

function place(
  { attributes, timeUnixNano }: NumberPoint | HistogramPoint,
  resource: Record<string, string>,
): Pick<Sample, 'labels' | 'pointAt'> {
  return { labels: { ...resource, ...attributesToLabels(attributes) }, pointAt: BigInt(timeUnixNano) }
}

function histogramToSamples(name: string, point: HistogramPoint, resource: Record<string, string>): Sample[] {
  const { labels, pointAt } = place(point, resource)
  let below = 0
  const buckets = [...point.explicitBounds.map(String), '+Inf'].map((le, index) => {
    below += Number(point.bucketCounts[index])
    return { name: `${name}_bucket`, labels: { ...labels, le }, value: below, pointAt }
  })
  return [
    ...buckets,
    { name: `${name}_sum`, labels, value: point.sum, pointAt },
    { name: `${name}_count`, labels, value: Number(point.count), pointAt },
  ]
}
