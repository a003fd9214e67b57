import { upperHalves } from './codepages.js'

// An interpreter of the commands of ESC/POS that a slip uses, by the printers' manuals. It refuses any other.

/** A command or a run of characters, with its bytes. */
export interface Step {
  bytes: number[]
  what: string
  text?: string
}

/** A line as it stands on the paper. */
export interface PrintedLine {
  text: string
  isBold: boolean
  height: number
  align: 'left' | 'center' | 'right'
  /** The content of a code that is drawn instead of text. */
  code?: string
}

export interface Printed {
  steps: Step[]
  lines: PrintedLine[]
  isCut: boolean
}

const pages: Record<number, string> = {
  0: 'cp437',
  14: 'cp737',
  16: 'windows-1252',
  17: 'cp866',
  18: 'cp852',
  19: 'cp858',
}
const aligns = ['left', 'center', 'right'] as const

interface State {
  page: string
  isBold: boolean
  height: number
  align: PrintedLine['align']
  code: string
}

interface Command {
  prefix: readonly number[]
  /** The number of bytes after the prefix. */
  rest: number | ((bytes: Uint8Array, at: number) => number)
  run: (rest: number[], state: State, paper: Paper) => string
}

interface Paper {
  line: PrintedLine | undefined
  lines: PrintedLine[]
  isCut: boolean
}

const fresh = (): State => ({ page: 'cp437', isBold: false, height: 1, align: 'left', code: '' })

const commands: readonly Command[] = [
  {
    prefix: [0x1b, 0x40],
    rest: 0,
    run: (_, state) => {
      Object.assign(state, fresh())
      return 'initialize'
    },
  },
  { prefix: [0x1c, 0x2e], rest: 0, run: () => 'no Kanji' },
  { prefix: [0x1b, 0x4d], rest: 1, run: ([font]) => `font ${String(font)}` },
  {
    prefix: [0x1b, 0x45],
    rest: 1,
    run: ([on], state) => {
      state.isBold = on === 1
      return state.isBold ? 'bold' : 'not bold'
    },
  },
  {
    prefix: [0x1b, 0x61],
    rest: 1,
    run: ([align = 0], state) => {
      state.align = aligns[align] ?? 'left'
      return `align ${state.align}`
    },
  },
  {
    prefix: [0x1b, 0x74],
    rest: 1,
    run: ([page = 0], state) => {
      const name = pages[page]
      if (name === undefined) throw new Error(`there is no code page ${page}`)
      state.page = name
      return `code page ${name}`
    },
  },
  {
    prefix: [0x1d, 0x21],
    rest: 1,
    run: ([size = 0], state) => {
      state.height = (size & 7) + 1
      return `height ${state.height}`
    },
  },
  {
    prefix: [0x1d, 0x28, 0x6b],
    rest: (bytes, at) => 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0),
    run: runCode,
  },
  {
    prefix: [0x1d, 0x56],
    rest: 1,
    run: ([mode], _, paper) => {
      paper.isCut = true
      return mode === 1 ? 'cut partly' : 'cut'
    },
  },
  {
    prefix: [0x0a, 0x0d],
    rest: 0,
    run: (_, state, paper) => {
      if (!paper.isCut) paper.lines.push(paper.line ?? lineOf('', state))
      paper.line = undefined
      return 'line feed'
    },
  },
]

function runCode([, , kind, part, ...data]: number[], state: State, paper: Paper): string {
  if (kind !== 0x31) throw new Error(`there is no code of kind ${String(kind)}`)
  switch (part) {
    case 0x41:
      return `code model ${String((data[0] ?? 0) - 0x30)}`
    case 0x43:
      return `code size ${String(data[0])}`
    case 0x45:
      return `code correction ${'LMQH'.charAt((data[0] ?? 0) - 0x30)}`
    case 0x50:
      state.code = String.fromCharCode(...data.slice(1))
      return `code data "${state.code}"`
    case 0x51:
      paper.line = { ...lineOf('', state), code: state.code }
      return 'code drawn'
    default:
      throw new Error(`there is no part ${String(part)} of a code`)
  }
}

function lineOf(text: string, { isBold, height, align }: State): PrintedLine {
  return { text, isBold, height, align }
}

/** What a printer makes of the bytes. */
export function interpret(bytes: Uint8Array): Printed {
  const state = fresh()
  const paper: Paper = { line: undefined, lines: [], isCut: false }
  const steps: Step[] = []
  let at = 0
  while (at < bytes.length) {
    const command = commands.find(({ prefix }) => prefix.every((byte, index) => bytes[at + index] === byte))
    if (command) {
      const start = at + command.prefix.length
      const length = typeof command.rest === 'number' ? command.rest : command.rest(bytes, start)
      const rest = [...bytes.slice(start, start + length)]
      steps.push({ bytes: [...command.prefix, ...rest], what: command.run(rest, state, paper) })
      at = start + length
      continue
    }
    const run = readRun(bytes, at)
    if (run.length === 0) throw new Error(`unknown command at ${at}: ${toHex([...bytes.slice(at, at + 8)])}`)
    const text = run.map((byte) => decode(byte, state.page)).join('')
    paper.line ??= lineOf('', state)
    paper.line.text += text
    steps.push({ bytes: run, what: JSON.stringify(text), text })
    at += run.length
  }
  return { steps, lines: paper.lines, isCut: paper.isCut }
}

function readRun(bytes: Uint8Array, start: number): number[] {
  const length = bytes.slice(start).findIndex((byte) => byte < 0x20)
  return [...bytes.slice(start, length === -1 ? undefined : start + length)]
}

function decode(byte: number, page: string): string {
  if (byte < 0x80) return String.fromCharCode(byte)
  const half = upperHalves[page]
  if (half === undefined) throw new Error(`the code page ${page} is not listed`)
  return half.charAt(byte - 0x80)
}

export function toHex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** The bytes, one command or run a line, each with its meaning. */
export function dump(bytes: Uint8Array): string {
  return interpret(bytes)
    .steps.map(({ bytes, what }) => `${what}\n    ${toHex(bytes)}\n`)
    .join('')
}

/** The bytes that a dump lists. */
export function undump(text: string): Uint8Array {
  const hex = text.split('\n').filter((line) => line.startsWith('    '))
  return Uint8Array.from(hex.join(' ').trim().split(/\s+/), (byte) => parseInt(byte, 16))
}

/** The paper as lines of text, between its edges. */
export function toText({ lines }: Printed, columns: number): string {
  return lines
    .map(({ text, code, isBold, height, align }) => {
      const content = code === undefined ? text : `[QR ${code}]`
      const room = Math.max(columns - content.length, 0)
      const start = { left: 0, center: Math.floor(room / 2), right: room }[align]
      const notes = [isBold ? 'bold' : '', height > 1 ? 'tall' : ''].filter((note) => note !== '').join(' ')
      return `|${(' '.repeat(start) + content).padEnd(columns)}|${notes === '' ? '' : ` ${notes}`}\n`
    })
    .join('')
}

const dotsWide = 12
const dotsHigh = 30

/** The paper as a picture: each character in its own cell, as wide as the printer's. */
export function toPicture({ lines }: Printed, columns: number): string {
  let y = dotsHigh
  const drawn = lines.map(({ text, code, isBold, height, align }) => {
    const top = y
    y += code === undefined ? dotsHigh * height : dotsWide * 12
    if (code !== undefined) return drawCode(align, top, columns)
    const start = { left: 0, center: (columns - text.length) / 2, right: columns - text.length }[align]
    return Array.from(text, (character, index) =>
      drawCharacter(character, start + index, top, isBold, height),
    ).join('')
  })
  const [wide, high] = [columns * dotsWide, y + dotsHigh]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="monospace" font-size="20" text-anchor="middle"><rect width="${wide}" height="${high}" fill="#fff"/>${drawn.join('')}</svg>`
}

function drawCharacter(
  character: string,
  column: number,
  top: number,
  isBold: boolean,
  height: number,
): string {
  if (character === ' ') return ''
  const shown = character.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const [x, y] = [(column + 0.5) * dotsWide, top + dotsHigh * height * 0.75]
  return `<text transform="translate(${x} ${y}) scale(1 ${height})"${isBold ? ' font-weight="900"' : ''}>${shown}</text>`
}

/** The place of the code; a printer draws it by itself. */
function drawCode(align: PrintedLine['align'], top: number, columns: number): string {
  const size = 11 * dotsWide - 4
  const room = columns * dotsWide - size
  const x = { left: 0, center: room / 2, right: room }[align]
  return `<rect x="${x}" y="${top + 4}" width="${size}" height="${size}" fill="none" stroke="#000" stroke-width="4"/><text x="${x + size / 2}" y="${top + size / 2}">QR</text>`
}
