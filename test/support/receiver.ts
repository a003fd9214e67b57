import { MockOtlpServer, normalizeLogs, normalizeMetrics } from '@elastic/mockotlpserver'
import { getProtoRoot } from '@elastic/mockotlpserver/lib/proto.js'
import { onTestFinished } from 'vitest'

interface Resource {
  attributes: Record<string, unknown>
}

/** A log record as the receiver understood it. */
export interface ReceivedLog {
  timeUnixNano: string
  severityNumber: number
  severityText: string
  body: string
  attributes: Record<string, unknown>
}

export interface ReceivedPoint {
  attributes: Record<string, unknown>
  asInt?: string
  count?: string
  sum?: number
  bucketCounts?: string[]
  explicitBounds?: number[]
  startTimeUnixNano?: string
  timeUnixNano: string
}

interface Points {
  dataPoints: ReceivedPoint[]
  aggregationTemporality?: number
  isMonotonic?: boolean
}

export interface ReceivedMetric {
  name: string
  unit: string
  gauge?: Points
  sum?: Points
  histogram?: Points
}

/** A receiver of OpenTelemetry on this machine, and what it has understood. */
export interface Receiver {
  url: string
  logs: ReceivedLog[]
  resources: Resource[]
  /** The latest of each message's metrics. */
  metrics: () => ReceivedMetric[]
  requests: { path: string; headers: Record<string, string> }[]
  /** Every message as it came, to be held against the protocol's own definitions. */
  raw: { signal: 'logs' | 'metrics'; message: object }[]
}

interface LogsMessage {
  resourceLogs: { resource: Resource; scopeLogs: { logRecords: ReceivedLog[] }[] }[]
}
interface MetricsMessage {
  resourceMetrics: { resource: Resource; scopeMetrics: { metrics: ReceivedMetric[] }[] }[]
}

/** Starts the receiver; it stops with the test. */
export async function startReceiver(): Promise<Receiver> {
  let metrics: ReceivedMetric[] = []
  const received: Omit<Receiver, 'url' | 'metrics'> = { logs: [], resources: [], requests: [], raw: [] }
  const server = new MockOtlpServer({
    logLevel: 'fatal',
    services: ['http'],
    httpHostname: '127.0.0.1',
    httpPort: 0,
    onLogs(message) {
      received.raw.push({ signal: 'logs', message })
      for (const { resource, scopeLogs } of (normalizeLogs(message) as LogsMessage).resourceLogs) {
        received.resources.push(resource)
        received.logs.push(...scopeLogs.flatMap(({ logRecords }) => logRecords))
      }
    },
    onMetrics(message) {
      received.raw.push({ signal: 'metrics', message })
      metrics = (normalizeMetrics(message) as MetricsMessage).resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap((one) => one.metrics),
      )
    },
    onRequest: (request) => received.requests.push(request),
  })
  await server.start()
  onTestFinished(() => server.close())
  return { ...received, url: String(server.httpUrl).replace(/\/$/, ''), metrics: () => metrics }
}

const requestTypes = {
  logs: 'opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest',
  metrics: 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest',
}

/**
 * A message as the protocol's own definitions read it, through the binary form and back: what they do not know, or
 * know as something else, does not come back.
 */
export function readByProtocol({ signal, message }: Receiver['raw'][number]): object {
  const type = getProtoRoot().lookupType(requestTypes[signal])
  const made = type.fromObject(message)
  const fault = type.verify(made)
  if (fault) throw new Error(fault)
  return type.toObject(type.decode(type.encode(made).finish()), { longs: String, enums: Number })
}

/** Posts a message in the binary form, for the receiver's own decoder. */
export async function postBinary(
  receiver: Receiver,
  { signal, message }: Receiver['raw'][number],
): Promise<number> {
  const type = getProtoRoot().lookupType(requestTypes[signal])
  const { status } = await fetch(`${receiver.url}/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: type.encode(type.fromObject(message)).finish() as Uint8Array<ArrayBuffer>,
  })
  return status
}
