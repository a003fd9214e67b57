import type { TillEvent } from '../domain/event.js'
import { factsToAttributes, factToValue, momentToNanos, scope, type Facts, type Resource } from './encode.js'

const severities = {
  info: { severityNumber: 9, severityText: 'INFO' },
  warn: { severityNumber: 13, severityText: 'WARN' },
  error: { severityNumber: 17, severityText: 'ERROR' },
} as const

/** An event and the time at which it was received. */
export interface ReceivedEvent {
  event: TillEvent
  at: number
}

/** An OTLP message with events as log records. */
export function eventsToLogs(resource: Resource, received: readonly ReceivedEvent[]): object {
  const logRecords = received.map(({ event, at }) => ({
    timeUnixNano: momentToNanos(event.at.getTime()),
    observedTimeUnixNano: momentToNanos(at),
    ...severities[findSeverity(event)],
    body: factToValue(eventToSentence(event)),
    attributes: factsToAttributes(eventToFacts(event)),
  }))
  return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }
}

function findSeverity(event: TillEvent): keyof typeof severities {
  switch (event.type) {
    case 'parked':
    case 'conflict-met':
      return 'warn'
    case 'paused':
      return event.reason === 'held' ? 'info' : 'warn'
    case 'stalled':
      return 'error'
    case 'storage':
      if (event.state !== 'open') return 'error'
      return event.isFaulty ? 'warn' : 'info'
    case 'worker':
      return ['held-back', 'missing', 'failed'].includes(event.state) ? 'warn' : 'info'
    case 'copy':
      return event.state === 'failed' ? 'warn' : 'info'
    case 'listening':
    case 'closed':
    case 'rung-up':
    case 'imported':
    case 'let-through':
    case 'sending':
    case 'attempted':
    case 'requeued':
    case 'settled':
    case 'voided':
    case 'conflict-resolved':
    case 'resumed':
    case 'flowing':
      return 'info'
  }
}

/** A short line for people; the attributes have all the facts. */
function eventToSentence(event: TillEvent): string {
  const why = 'reason' in event ? `: ${event.reason}` : ''
  if ('id' in event) return `${event.kind} ${event.type}${why}`
  if ('scope' in event) return `${event.scope} ${event.type}${why}`
  return 'state' in event ? `${event.type} ${event.state}${why}` : event.type
}

/** Each fact is named here, so that a later field of an event is not sent unnoticed. */
function eventToFacts(event: TillEvent): Facts {
  const { type } = event
  const named = { 'event.name': `counterfoil.${type}` }
  if (!('id' in event)) return { ...named, ...wholeToFacts(event) }
  const { id, kind, shop, terminal, attempts } = event
  const entry = {
    'counterfoil.entry.id': id,
    'counterfoil.entry.kind': kind,
    'counterfoil.entry.attempts': attempts,
    'counterfoil.shop': shop,
    'counterfoil.terminal': terminal,
  }
  return { ...named, ...entry, ...entryToFacts(event) }
}

function wholeToFacts(event: Exclude<TillEvent, { id: string }>): Facts {
  switch (event.type) {
    case 'listening':
    case 'closed':
      return {}
    case 'paused':
    case 'resumed':
      return {
        'counterfoil.pause.scope': event.scope,
        'counterfoil.pause.reason': event.reason,
        'counterfoil.pause.since': event.since.toISOString(),
        'counterfoil.pause.until': event.type === 'paused' ? event.until?.toISOString() : undefined,
      }
    case 'storage':
      return {
        'counterfoil.storage.state': event.state,
        'counterfoil.storage.persistent': event.isPersistent,
        'counterfoil.storage.faulty': event.isFaulty,
      }
    case 'worker':
      return { 'counterfoil.worker.state': event.state }
    case 'stalled':
      return {
        'counterfoil.oldest.since': event.oldestQueuedAt.toISOString(),
        'counterfoil.waiting': event.waiting,
      }
    case 'flowing':
      return { 'counterfoil.stalled.since': event.since.toISOString() }
    case 'copy':
      return {
        'counterfoil.copy.state': event.state,
        'counterfoil.copy.operations': event.operations,
        'counterfoil.copy.reason': event.reason,
      }
  }
}

function entryToFacts(event: Extract<TillEvent, { id: string }>): Facts {
  switch (event.type) {
    case 'sending':
      return {}
    case 'rung-up':
      return { 'counterfoil.entry.replaces': event.replaces }
    case 'imported':
      return { 'counterfoil.entry.state': event.state }
    case 'let-through':
      return { 'counterfoil.guard': event.guard }
    case 'attempted':
      return {
        'counterfoil.outcome': event.outcome,
        'http.response.status_code': event.status,
        'counterfoil.attempt.duration_ms': event.tookMs,
      }
    case 'requeued':
    case 'settled':
    case 'parked':
    case 'voided':
      return {
        'counterfoil.entry.state': event.type === 'requeued' ? 'queued' : event.type,
        'counterfoil.entry.reason': event.type === 'parked' ? event.reason : undefined,
        'counterfoil.entry.through': event.through,
        'counterfoil.entry.waited_ms': event.type === 'settled' ? event.waitedMs : undefined,
        'counterfoil.entry.replaced_by': event.type === 'voided' ? event.replacedBy : undefined,
      }
    case 'conflict-met':
      return { 'counterfoil.outcome': event.outcome, 'http.response.status_code': event.status }
    case 'conflict-resolved':
      return { 'counterfoil.conflict.resolver': event.resolver, 'counterfoil.conflict.how': event.how }
  }
}
