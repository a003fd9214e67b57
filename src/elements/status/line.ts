import type { TillStatus } from '../../till/status.js'
import type { Line } from '../texts/texts.js'
import { areCopiesFailing, isPausedByHand } from './words.js'

/** How a line looks: green only while the service takes every operation. */
export type LineTone = 'good' | 'wait' | 'bad' | 'calm'

const toneOfLine: Record<Line, LineTone> = {
  online: 'good',
  offline: 'wait',
  unknown: 'calm',
  stopped: 'bad',
  paused: 'wait',
  blocked: 'bad',
  busy: 'wait',
  partly: 'wait',
  stalled: 'wait',
}

/** How the line stands, from the status alone. */
export function findLine(status: TillStatus | undefined): Line {
  if (!status) return 'unknown'
  const { storage, pauses, reach, hints, stalledSince } = status
  if (isStopped(storage.state)) return 'stopped'
  if (isPausedByHand(status)) return 'paused'
  const whole = pauses.find(({ scope }) => scope === 'service')
  if (whole?.reason === 'busy') return 'busy'
  if (whole && whole.reason !== 'offline') return 'blocked'
  if (whole || reach === 'offline') return 'offline'
  if (reach === 'unknown') return 'unknown'
  if (pauses.length > 0 || hints.some(({ likely }) => likely !== 'hidden-headers')) return 'partly'
  return stalledSince ? 'stalled' : 'online'
}

function isStopped(state: TillStatus['storage']['state']): boolean {
  switch (state) {
    case 'open':
    case 'low':
    case 'replaced':
      return false
    case 'lost':
    case 'deleted':
    case 'outdated':
      return true
  }
}

/** The look of a line; something that needs attention takes the green away. */
export function lineToTone(line: Line, status: TillStatus | undefined): LineTone {
  const tone = toneOfLine[line]
  if (tone !== 'good' || !status) return tone
  const { storage, counts } = status
  const isAskedFor = storage.losses !== undefined || counts.parked !== 0 || areCopiesFailing(status)
  return isAskedFor ? 'calm' : tone
}
