import { withColon } from '../colon.js'
import { maskCard } from '../../domain/lanes.js'
import type { Voice } from '../element.js'
import { sanitizeText } from '../foreign.js'

/** The name of the place where two receipts clash, with the item that it belongs to. */
export function pathToWords(path: string, { texts }: Voice): string {
  const name = /(?:^|\.)([A-Za-z]+)$/.exec(path)?.[1] ?? /^[A-Za-z]+/.exec(path)?.[0] ?? path
  const item = /\[([A-Za-z]+=.+|\d+)\]/.exec(path)?.[1]
  const label = nameToWords(name, texts.fields)
  return item === undefined ? label : `${label} · ${itemToWords(item)}`
}

function nameToWords(name: string, fields: Partial<Record<string, string>>): string {
  return Object.hasOwn(fields, name) ? (fields[name] ?? name) : sanitizeText(name)
}

/** The words for `Code=P1` or `CardCode=9001…`, as a merge names the item of a list; a number alone is its index. */
function itemToWords(item: string): string {
  if (/^\d+$/.test(item)) return String(Number(item) + 1)
  const [, name, value] = /^(Code|Name|CardCode)=([^,\]]+)/.exec(item) ?? []
  if (value === undefined) return item
  return name === 'CardCode' ? maskCard(value) : value
}

/** The value of one side: each part with its name, each item of a list on its own line. */
export function valueToWords(value: unknown, path: string, voice: Voice): string {
  if (value === undefined) return voice.texts.merge.nothing
  const words = Array.isArray(value)
    ? value.map((item) => partsToWords(item, path, voice, ', ')).join('\n')
    : partsToWords(value, path, voice, '\n')
  return sanitizeText(words)
}

function partsToWords(value: unknown, path: string, voice: Voice, between: string): string {
  if (typeof value !== 'object' || value === null) return scalarToWords(value, path, voice)
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => {
      const words = Array.isArray(inner) ? JSON.stringify(inner) : partsToWords(inner, name, voice, ', ')
      return `${withColon(nameToWords(name, voice.texts.fields), voice.texts)} ${words}`
    })
    .join(between)
}

const moneyNames = /(^|\.)(Total|Price|Amount|Value)$/

function scalarToWords(value: unknown, path: string, { formats }: Voice): string {
  return typeof value === 'number' && moneyNames.test(path)
    ? formats.money(value)
    : sanitizeText(String(value))
}
