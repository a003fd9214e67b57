import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSurfaces } from './declarations.js'
import { readEntries } from './entries.js'
import { surfaceToReport } from './report.js'
import { surfacesToReference } from './reference.js'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-types-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const page = {
  'inner.d.ts': `
    declare const words: readonly ['b', 'a']
    /** One of the words. */
    export type Word = (typeof words)[number]
    interface Facts { word: Word }
    export interface Unused { never: true }
    /** A thing. */
    export interface Thing extends Facts {
      /** Its size. */
      size: number
    }
    export declare const Model: { TYPE: { B?: string; A: { X?: number }[]; on: boolean } }
    export declare const Part: { TYPE: { X?: number } }
    export type Model = (typeof Model)['TYPE']
    export type Part = (typeof Part)['TYPE']
    export declare class Machine {
      #secret
      private hidden
      protected kept: Unused
      /** Starts it. */
      start(thing: Thing): void
    }`,
  'index.d.ts': `
    export type { Thing, Model, Part } from './inner.js'
    export { Machine } from './inner.js'
    /** Opens it. */
    export declare function open(word?: import('./inner.js').Word): Promise<Date>
    export {}`,
  'other.d.ts': `
    import type { Thing } from './inner.js'
    export declare const things: readonly Thing[]
    declare global { interface Window { things: Thing[] } }`,
}

let count = 0
function read(files: Record<string, string>) {
  count += 1
  const home = join(folder, String(count))
  mkdirSync(home)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
  const entries = ['index', 'other'].map((name) => ({
    specifier: `kit/${name}`,
    name,
    types: join(home, `${name}.d.ts`),
  }))
  return readSurfaces(entries, home)
}

const [index, other] = read(page)
const find = (name: string) =>
  [...(index?.exports ?? []), ...(index?.reached ?? [])].find((declaration) => declaration.name === name)
const flat = (text = '') => text.replace(/\s+/g, ' ').trim()

describe('what an entry promises', () => {
  it('is every export, in the order of the alphabet', () => {
    expect(index?.exports.map(({ name, kind }) => [name, kind])).toEqual([
      ['Machine', 'class'],
      ['Model', 'type'],
      ['Part', 'type'],
      ['Thing', 'type'],
      ['open', 'function'],
    ])
  })

  it('is also what its types lead to, and nothing else', () => {
    expect(index?.reached.map(({ name }) => name)).toEqual(['Facts', 'Word'])
  })

  it('leaves out what is private, and what only that leads to', () => {
    expect(flat(find('Machine')?.text)).toBe('class Machine { /** Starts it. */ start(thing: Thing): void }')
  })

  it('spells out what is inferred from values, in an order of its own', () => {
    expect(find('Word')?.text).toBe('type Word = "a" | "b"')
    expect(find('Model')?.text).toBe('type Model = { A: (Part)[]; B?: string; on: boolean }')
  })

  it('leaves a type to the entry that exports it, and notes what is added to every page', () => {
    expect(other?.exports.map(({ name }) => name)).toEqual(['global', 'things'])
    expect(other?.borrowed).toMatchObject([{ name: 'Thing', specifier: 'kit/index' }])
    expect(other?.reached).toEqual([])
  })
})

describe('the report', () => {
  const report = (files: Record<string, string>) => {
    const [surface] = read(files)
    return surface ? surfaceToReport(surface) : ''
  }
  const change = (from: string, to: string) =>
    report({ ...page, 'inner.d.ts': page['inner.d.ts'].replace(from, to) })

  it('is the same each time', () => {
    expect(report(page)).toBe(report(page))
    expect(report(page)).toContain('### open')
  })

  it.each([
    ['a field of another type', 'size: number', 'size: string'],
    ['a field that may be left out', 'size: number', 'size?: number'],
    ['a word more', `['b', 'a']`, `['b', 'a', 'c']`],
    ['a field more in a type behind', 'word: Word', 'word: Word; more: true'],
    ['another field in an inferred model', 'X?: number }[]', 'Y?: number }[]'],
    ['another signature', 'start(thing: Thing)', 'start(thing?: Thing)'],
  ])('differs with %s', (_, from, to) => {
    expect(page['inner.d.ts']).toContain(from)
    expect(change(from, to)).not.toBe(report(page))
  })

  it.each([
    ['a comment', 'Its size.', 'Its size in cells.'],
    ['a private member', 'private hidden', 'private concealed'],
    ['a declaration that is never reached', 'never: true', 'never: false'],
  ])('stays the same with %s', (_, from, to) => {
    expect(page['inner.d.ts']).toContain(from)
    expect(change(from, to)).toBe(report(page))
  })
})

it('the reference tells each export with its comments', () => {
  const text = surfacesToReference(read(page))
  expect(text).toContain('#### Thing\n\nA thing.\n\n```ts\ninterface Thing extends Facts {')
  expect(text).toContain('/** Its size. */')
  expect(text).toContain('From `kit/index`: `Thing`.')
})

it('an entry below another has a report of its own, beside the others', () => {
  const names = readEntries().map(({ name }) => name)
  expect(names).toContain('service-sqlite')
  expect(names.filter((name) => name.includes('/'))).toEqual([])
})
