/** A key, and the time at which it was pressed. */
export interface Stroke {
  key: string
  at: number
  /** Whether the key is held down, because it then repeats as fast as a scanner types. */
  isRepeat?: boolean
  /** Whether Ctrl, Alt or the like is held, which a scanner never does. */
  isCommand?: boolean
}

/** The meaning of a key for the detection of scans. */
export type Reading =
  | { tag: 'first' }
  | { tag: 'more' }
  | { tag: 'none' }
  /** A certain scan is faster than any hand; another may be a very fast hand. */
  | { tag: 'scan'; code: string; end: 'Enter' | 'Tab'; isCertain: boolean }

/** The longest pause of a scanner between two keys, on a slow machine or by radio. */
const gapMsMax = 120
/** The mean time per key below which no hand types a whole code. */
const meanMsMax = 35
/** Keys after a shorter pause may belong to the code before it, so they are not read as a new code. */
const restMsMin = 500
const lengthMin = 6
/** A code has digits; a fast hand writes words. */
const digitsMin = 4

/** Creates a function that recognises scans by the speed of their keys. */
export function createDetector(): (stroke: Stroke) => Reading {
  let typed = ''
  let firstAt = 0
  let lastAt = -Infinity
  let isSpoilt = false

  function spoil(): Reading {
    typed = ''
    isSpoilt = true
    return { tag: 'none' }
  }

  function end(key: 'Enter' | 'Tab', at: number): Reading {
    const code = typed
    const isCertain = (at - firstAt) / code.length <= meanMsMax
    const isCode = code.length >= lengthMin && (isCertain || countDigits(code) >= digitsMin)
    typed = ''
    isSpoilt = false
    return isCode ? { tag: 'scan', code, end: key, isCertain } : { tag: 'none' }
  }

  return ({ key, at, isRepeat = false, isCommand = false }) => {
    if (key === 'Shift' || key === 'CapsLock') return { tag: typed === '' ? 'none' : 'more' }
    const gapMs = at - lastAt
    lastAt = at
    if (gapMs >= restMsMin) {
      typed = ''
      isSpoilt = false
    }
    if (isRepeat || isCommand || (typed !== '' && gapMs > gapMsMax)) spoil()
    if (key === 'Enter' || key === 'Tab') return end(key, at)
    if (key.length !== 1 || key === ' ' || isSpoilt) return spoil()
    if (typed === '') firstAt = at
    typed += key
    return { tag: typed === key ? 'first' : 'more' }
  }
}

function countDigits(code: string): number {
  return code.replaceAll(/\D/g, '').length
}
