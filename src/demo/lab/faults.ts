import type { Fault } from './control.js'

/** The ways to go wrong that the lab offers, in groups. */
export const faultGroups = {
  answers: ['answerLost', 'requestLost', 'slow', 'nonsense'],
  refusals: ['busy', 'tooMany', 'unauthorized', 'conflict', 'changed', 'rejected', 'failed'],
  surroundings: ['portal', 'clock'],
} as const

export type FaultGroup = keyof typeof faultGroups
export type FaultName = (typeof faultGroups)[FaultGroup][number]

/** What each is to the stand-in service. */
export const faults: Record<FaultName, Fault> = {
  // Not a line cut before the first byte: such a request browsers may repeat by themselves.
  answerLost: { kind: 'truncatedBody' },
  requestLost: { kind: 'dropBeforeEffect' },
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

/** A fault for so many requests. */
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

/** What the lab calls a fault that is in force; nothing for one that somebody else has set. */
export function findFaultName({ kind, status }: Fault): FaultName | undefined {
  const names = Object.keys(faults) as FaultName[]
  return names.find((name) => faults[name].kind === kind && faults[name].status === status)
}

/** A bad day: so many requests go wrong, and each time the same ones. */
export const badDay = {
  rate: 0.3,
  seed: 7,
  faults: (['answerLost', 'requestLost', 'slow', 'busy', 'failed'] as const).map((name) => faults[name]),
}
