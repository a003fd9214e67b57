/** A line of text on the paper, never longer than the paper has columns. */
export interface PaperLine {
  text: string
  isBold?: boolean
  /** Twice as high, and as wide as any other. */
  isTall?: boolean
}

/** Breaks a text into lines at its blanks; a longer word is cut. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = cutWord(word, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

/** Puts a text in the middle of the paper. */
export function centerText(text: string, columns: number): string[] {
  return wrapText(text, columns).map(
    (line) => `${' '.repeat(Math.floor((columns - line.length) / 2))}${line}`,
  )
}

/** Puts one text at the left and another at the right edge, on one line where they fit. */
export function pairTexts(left: string, right: string, columns: number): string[] {
  const room = columns - right.length - gap
  if (right === '') return wrapText(left, columns)
  // A name squeezed into a few columns would be hard to read.
  if (room < Math.min(left.length, columns / 3))
    return [...wrapText(left, columns), ...wrapText(right, columns).map((line) => line.padStart(columns))]
  const lines = wrapText(left, room)
  const last = lines.pop() ?? ''
  return [...lines, `${last}${right.padStart(columns - last.length)}`]
}

/** A line across the paper. */
export function drawRule(columns: number): string {
  return '-'.repeat(columns)
}

const gap = 1

function cutWord(word: string, width: number): string[] {
  return Array.from({ length: Math.ceil(word.length / width) }, (_, index) =>
    word.slice(index * width, (index + 1) * width),
  )
}
