import type { Tone } from './told.js'

/** What a device lets people hear and feel. */
export interface SignalSwitches {
  hasSound: boolean
  hasVibration: boolean
}

const hertz: Partial<Record<Tone, readonly number[]>> = { confirmed: [880], stop: [330, 247] }
const pulsesMs: Partial<Record<Tone, number[]>> = { confirmed: [60], stop: [200, 100, 200] }
const noteSeconds = 0.18
const loudness = 0.2

let context: AudioContext | undefined

/** Lets a confirmation and a stop be heard and felt, where the browser can and a person has touched the page. */
export function signal(tone: Tone, { hasSound, hasVibration }: SignalSwitches): void {
  // A browser without this property decides by itself.
  const activation = navigator.userActivation as UserActivation | undefined
  if (activation?.hasBeenActive === false) return
  try {
    if (hasVibration && pulsesMs[tone]) navigator.vibrate(pulsesMs[tone])
  } catch {
    // Devices without vibration lack the function.
  }
  try {
    if (hasSound) play(hertz[tone] ?? [])
  } catch {
    // A till without loudspeaker may lack Web Audio.
  }
}

function play(notes: readonly number[]): void {
  if (notes.length === 0) return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  // A browser that refuses to play sound is silent; the screen says the same.
  context.resume().catch(() => undefined)
  for (const [index, note] of notes.entries()) {
    const start = currentTime + index * noteSeconds
    const oscillator = new OscillatorNode(context, { frequency: note })
    const gain = new GainNode(context, { gain: loudness })
    gain.gain.setTargetAtTime(0, start + noteSeconds / 2, noteSeconds / 8)
    oscillator.connect(gain).connect(destination)
    oscillator.start(start)
    oscillator.stop(start + noteSeconds)
  }
}
