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
/** As long as the codes of cards and goods are: the rest of one that paused is mostly shorter. */
const doubtfulDigitsMin = 12

/** How far the keys since the last pause may be a code. */
type Trust =
  | 'free'
  /** They follow typed keys, so that only a quick and long run of digits is a code. */
  | 'doubtful'
  /** They hold a key that no code has. */
  | 'spoilt'
  /** They are the rest of a code that paused: never a code by themselves. */
  | 'cut'

/** Creates a function that recognises scans by the speed of their keys. */
export function createDetector(): (stroke: Stroke) => Reading {
  let typed = ''
  let firstAt = 0
  let lastAt = -Infinity
  let trust: Trust = 'free'

  function begin(next: Trust): Reading {
    typed = ''
    trust = next
    return { tag: 'none' }
  }

  function spoil(): Reading {
    return begin(trust === 'cut' ? 'cut' : 'spoilt')
  }

  function pause(gapMs: number): void {
    const isQuick = typed.length > 1 && (lastAt - firstAt) / (typed.length - 1) <= meanMsMax
    if (gapMs >= restMsMin) begin('free')
    else if (gapMs > gapMsMax && trust !== 'cut' && (typed !== '' || trust === 'spoilt'))
      begin(isQuick ? 'cut' : 'doubtful')
  }

  function end(key: 'Enter' | 'Tab', at: number): Reading {
    const reading = judge(typed, (at - firstAt) / typed.length <= meanMsMax, trust)
    begin('free')
    return reading ? { tag: 'scan', ...reading, end: key } : { tag: 'none' }
  }

  return ({ key, at, isRepeat = false, isCommand = false }) => {
    if (key === 'Shift' || key === 'CapsLock') return { tag: typed === '' ? 'none' : 'more' }
    pause(at - lastAt)
    lastAt = at
    if (isRepeat || isCommand) spoil()
    if (key === 'Enter' || key === 'Tab') return end(key, at)
    if (key.length !== 1 || key === ' ' || trust === 'spoilt' || trust === 'cut') return spoil()
    if (typed === '') firstAt = at
    typed += key
    return { tag: typed === key ? 'first' : 'more' }
  }
}

/** The keys as a code; undefined if a hand may have typed them. */
function judge(
  code: string,
  isCertain: boolean,
  trust: Trust,
): { code: string; isCertain: boolean } | undefined {
  const digits = countDigits(code)
  const isCode =
    trust === 'doubtful'
      ? isCertain && digits >= doubtfulDigitsMin
      : code.length >= lengthMin && (isCertain || digits >= digitsMin)
  return isCode ? { code, isCertain } : undefined
}

function countDigits(code: string): number {
  return code.replaceAll(/\D/g, '').length
}
