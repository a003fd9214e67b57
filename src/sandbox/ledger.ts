import { appendFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Effect, Ledger } from './bank.js'
import { operations, readBody } from './reading.js'
import { isObject } from './shapes.js'

/**
 * Opens a ledger file: one effect per line, as JSON, flushed before the reply is sent. An incomplete last line after
 * others is removed, because the process ended before it replied. A file that is no ledger is left as it is.
 */
export function openLedgerFile(path: string): Ledger {
  mkdirSync(dirname(path), { recursive: true })
  const effects = readEffects(path)
  return {
    effects,
    append: (effect) => {
      appendFileSync(path, `${JSON.stringify(effect)}\n`, { flush: true })
      effects.push(effect)
    },
    clear: () => {
      writeFileSync(path, '', { flush: true })
      effects.splice(0)
    },
  }
}

function readEffects(path: string): Effect[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isFile()) throw new Error(`Cannot open the ledger: ${path} is not a file`)
  const bytes = readFileSync(path)
  // An editor of Windows may have put a mark in front.
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
  const rest = lines.pop() ?? ''
  const effects = lines.map((line, index) => readEffect(line, path, index + 1))
  return rest === '' ? effects : [...effects, ...mendEnd(rest, { path, bytes, before: effects.length })]
}

/** Ends a whole last effect with a line end, and removes an incomplete one. */
function mendEnd(
  rest: string,
  { path, bytes, before }: { path: string; bytes: Buffer; before: number },
): Effect[] {
  const last = parseLine(rest)
  if (before > 0 && !isEffect(last, before + 1)) {
    truncateSync(path, bytes.lastIndexOf('\n') + 1)
    return []
  }
  const effect = readEffect(rest, path, before + 1)
  appendFileSync(path, '\n', { flush: true })
  return [effect]
}

function readEffect(line: string, path: string, lineNumber: number): Effect {
  const effect = parseLine(line)
  if (!isEffect(effect, lineNumber)) {
    throw new Error(
      `Cannot read the ledger: line ${lineNumber} of ${path} is not effect number ${lineNumber}`,
    )
  }
  return effect
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isEffect(value: unknown, sequence: number): value is Effect {
  if (!isObject(value)) return false
  const operation = operations.find((name) => name === value.operation)
  return (
    operation !== undefined &&
    value.sequence === sequence &&
    !Number.isNaN(Date.parse(String(value.at))) &&
    readBody(operation, value.body).ok
  )
}
