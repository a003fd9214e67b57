import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readTrace, type Step } from './trace.js'

const places: string[] = []

afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true })
})

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
const quoted = (text: string) => `"${hex(text)}"`
const fd = (number: number, path: string) => `${number}<${hex(path)}>`

/** Reads what strace would have written: lines of each thread. */
function read(threads: readonly (readonly string[])[], base: Record<string, string> = {}): Step[] {
  const place = mkdtempSync(join(tmpdir(), 'counterfoil-trace-'))
  places.push(place)
  threads.forEach((lines, index) => {
    writeFileSync(join(place, `thread.${index}`), `${lines.join('\n')}\n`)
  })
  return readTrace(
    place,
    '/p',
    new Map(Object.entries(base).map(([path, text]) => [path, Buffer.from(text)])),
  )
}

const line = (at: number, call: string, result: string) =>
  `1.${String(at).padStart(9, '0')} ${call} = ${result} <0.000000001>`
const open = (path: string, number: number, flags: string) =>
  `openat(AT_FDCWD<${hex('/')}>, ${quoted(path)}, ${flags}, 0600)`.concat(` = ${fd(number, path)}`)

const opened = (at: number, path: string, number: number, flags: string) =>
  `1.${String(at).padStart(9, '0')} ${open(path, number, flags)} <0.000000001>`

it('reads writes with their places, from all threads in the order of time', () => {
  const steps = read([
    [
      opened(1, '/p/log', 7, 'O_WRONLY|O_CREAT'),
      line(2, `write(${fd(7, '/p/log')}, ${quoted('one')}, 3)`, '3'),
      line(4, `write(${fd(7, '/p/log')}, ${quoted('two')}, 3)`, '2'),
      line(6, `fdatasync(${fd(7, '/p/log')})`, '0'),
    ],
    [
      line(3, `pwrite64(${fd(8, '/p/db')}, ${quoted('page')}, 4, 4096)`, '4'),
      line(5, `ftruncate(${fd(8, '/p/db')}, 10)`, '0'),
    ],
  ])
  expect(steps.map(({ from: _, to: __, ...request }) => request)).toEqual([
    { what: 'create', path: 'log' },
    { what: 'write', path: 'log', at: 0, bytes: Buffer.from('one') },
    { what: 'write', path: 'db', at: 4096, bytes: Buffer.from('page') },
    { what: 'write', path: 'log', at: 3, bytes: Buffer.from('tw') },
    { what: 'truncate', path: 'db', size: 10 },
    { what: 'sync', path: 'log' },
  ])
})

it('leaves out calls that failed, and files elsewhere', () => {
  const steps = read([
    [
      `1.000000001 unlink(${quoted('/p/a')}) = -1 ENOENT (No such file or directory) <0.000000001>`,
      line(2, `unlink(${quoted('/q/a')})`, '0'),
    ],
  ])
  expect(steps).toEqual([])
})

it('appends to the end of a file that was there, and creates it no second time', () => {
  const steps = read(
    [
      [
        opened(1, '/p/log', 7, 'O_WRONLY|O_CREAT|O_APPEND'),
        line(2, `write(${fd(7, '/p/log')}, ${quoted('!')}, 1)`, '1'),
        line(3, `rename(${quoted('/p/log')}, ${quoted('/p/old')})`, '0'),
      ],
    ],
    { log: 'four' },
  )
  expect(steps).toMatchObject([
    { what: 'write', path: 'log', at: 4 },
    { what: 'rename', path: 'log', target: 'old' },
  ])
})

it('stops at a call that the model of the disk does not know', () => {
  expect(() => read([[line(1, `link(${quoted('/p/a')}, ${quoted('/p/b')})`, '0')]])).toThrow('link')
})
