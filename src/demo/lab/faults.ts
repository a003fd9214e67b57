import type { Fault } from './control.js'

/** The faults that the lab offers, in groups. */
export const faultGroups = {
  answers: ['answerLost', 'requestLost', 'resent', 'slow', 'nonsense'],
  refusals: ['busy', 'tooMany', 'unauthorized', 'conflict', 'changed', 'rejected', 'failed'],
  surroundings: ['portal', 'clock'],
} as const

export type FaultGroup = keyof typeof faultGroups
export type FaultName = (typeof faultGroups)[FaultGroup][number]

/** Each fault as the sandbox reads it. */
export const faults: Record<FaultName, Fault> = {
  // The reply is cut after its first byte, because browsers may repeat a request that was cut before it.
  answerLost: { kind: 'truncatedBody' },
  requestLost: { kind: 'dropBeforeEffect' },
  resent: { kind: 'resent' },
  slow: { kind: 'delay', delayMs: 5_000 },
  nonsense: { kind: 'wrongType' },
  busy: { kind: 'status', status: 503, retryAfterSeconds: 5 },
  tooMany: { kind: 'status', status: 429, retryAfterSeconds: 5 },
  unauthorized: { kind: 'status', status: 401 },
  conflict: { kind: 'status', status: 409 },
  changed: { kind: 'status', status: 412 },
  rejected: {
    kind: 'status',
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: { title: 'The card is blocked', detail: 'It was reported lost.' },
  },
  failed: { kind: 'status', status: 500, afterEffect: true },
  portal: { kind: 'redirect' },
  clock: { kind: 'clockSkew', skewSeconds: 3_600 },
}

export const durations = ['once', 'five', 'standing'] as const
export type Duration = (typeof durations)[number]

/** Creates a fault for a number of requests. */
export function createFault(name: FaultName, duration: Duration): Fault {
  switch (duration) {
    case 'once':
      return { ...faults[name], times: 1 }
    case 'five':
      return { ...faults[name], times: 5 }
    case 'standing':
      return { ...faults[name], standing: true }
  }
}

/** The lab's name for a current fault; undefined for a fault that was not set in the lab. */
export function findFaultName({ kind, status }: Fault): FaultName | undefined {
  const names = Object.keys(faults) as FaultName[]
  return names.find((name) => faults[name].kind === kind && faults[name].status === status)
}

/** Random faults; the seed makes them the same each time. */
export const badDay = {
  rate: 0.3,
  seed: 7,
  faults: (['answerLost', 'requestLost', 'slow', 'busy', 'failed'] as const).map((name) => faults[name]),
}
