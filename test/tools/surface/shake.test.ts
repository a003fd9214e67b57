import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { shakeTypes } from './shake.js'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-shake-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const files = {
  'index.d.ts': `import { Shown } from './shown.js'
import type { Never } from './rows.js'
export { open } from './open.js'
export type * from './models.js'
declare global { interface Window { shown: Shown } }
export {};
`,
  'open.d.ts': `import { type Infer } from 'library'
import type { Options, Row } from './rows.js'
/** Opens it. */
export declare function open(options: Options): Promise<import('./reply.js').Reply>
export declare function close(row: Row, infer: Infer): void
`,
  'rows.d.ts': `import { Infer } from 'library'
declare const names: readonly ['a']
export interface Options { name: (typeof names)[number] }
export declare const Row: Infer
export type Row = typeof Row
export type Never = Row
export {};
`,
  'reply.d.ts': `export declare const Reply: unique symbol
export interface Reply { status: number }
`,
  'models.d.ts': `export interface Model { id: string }
`,
  'shown.d.ts': `export declare class Shown { id: string }
export declare class Hidden { id: string }
`,
  'lost.d.ts': `export type Lost = string
`,
}

it('what an entry leads to is declared, and neither the rest nor its libraries', () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const texts = shakeTypes([join(folder, 'index.d.ts')], folder)
  const found = Object.fromEntries([...texts].map(([path, text]) => [basename(path), text]))
  expect(Object.keys(found).sort()).toEqual([
    'index.d.ts',
    'models.d.ts',
    'open.d.ts',
    'reply.d.ts',
    'rows.d.ts',
    'shown.d.ts',
  ])
  expect(found['index.d.ts']).toBe(`import { Shown } from './shown.js'
export { open } from './open.js'
export type * from './models.js'
declare global { interface Window { shown: Shown } }
export {};
`)
  expect(found['open.d.ts']).toBe(`import type { Options } from './rows.js'
/** Opens it. */
export declare function open(options: Options): Promise<import('./reply.js').Reply>
`)
  expect(found['rows.d.ts']).toBe(`declare const names: readonly ['a']
export interface Options { name: (typeof names)[number] }
export {};
`)
  expect(found['reply.d.ts']).toBe('export interface Reply { status: number }\n')
  expect(found['shown.d.ts']).toBe('export declare class Shown { id: string }\n')
})
