import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as errors from '../../src/domain/errors.js'
import type { CounterfoilError, ErrorCode } from '../../src/domain/errors.js'
import { pauseReasons } from '../../src/domain/outcome.js'

const failures = [{ path: 'Total', expected: 'a number', found: 'nothing' }]

/** One of each code: a code without its error here does not compile. */
const samples: Record<ErrorCode, CounterfoilError> = {
  'invalid-operation': new errors.InvalidOperation('refund', failures),
  'invalid-receipt': new errors.InvalidReceipt(failures),
  'invalid-options': new errors.InvalidOptions(failures),
  'id-reused': new errors.DuplicateOperation('own-1', 'id-reused'),
  duplicate: new errors.DuplicateOperation('own-1', 'duplicate'),
  'limit-reached': new errors.LimitReached('refund', { limit: 'total', max: 1, found: 2 }),
  'storage-refused': new errors.StorageRefused('refund was not kept', new Error('broken')),
  outdated: new errors.TillOutdated('refund'),
  'till-closed': new errors.TillClosed('refund'),
  voided: new errors.OperationVoided('own-1'),
  'unknown-entry': new errors.UnknownEntry('own-1'),
  'act-refused': new errors.ActRefused('void', 'own-1', 'it is under way; wait for what comes of it'),
  'transfer-refused': new errors.TransferRefused('the import', 'it ends too early. Copy it again, whole'),
}
const codes = Object.keys(samples)
const [page = '', statusPage = ''] = readFileSync('docs/errors.md', 'utf8').split(/^# What the status says$/m)
const paragraphs = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n')
      return [heading.trim(), rest.join('\n').trim()]
    }),
)

describe('every error', () => {
  it.each(codes)('%s has its paragraph, which its class opens', (code) => {
    const { name } = samples[code as ErrorCode]
    expect(paragraphs.get(code)).toMatch(new RegExp(`^\`${name}\`[.,]`))
  })

  it('names its paragraph', () => {
    for (const [code, error] of Object.entries(samples)) {
      expect(error).toMatchObject({ code, help: `counterfoil/docs/errors.md#${code}` })
    }
  })

  it('has a class that hosts may ask for', () => {
    const classes = Object.entries(errors).filter(([, value]) => String(value).startsWith('class'))
    const told = Object.values(samples).map(({ name }) => name)
    expect(classes.map(([name]) => name).filter((name) => !told.includes(name))).toEqual(['CounterfoilError'])
  })

  it('has no paragraph that belongs to none', () => {
    expect([...paragraphs.keys()].filter((heading) => !codes.includes(heading))).toEqual([])
  })

  it('says what was asked before what stood in the way', () => {
    const untold = Object.values(samples).filter(({ message }) => !/\b(not|refused)\b.*[:;]/.test(message))
    expect(untold.map(({ code }) => code)).toEqual([])
  })
})

describe('a storage that refuses', () => {
  const tell = (cause: unknown) => new errors.StorageRefused('refund was not kept', cause).message

  it('asks for room where the device is full, and for another try elsewhere', () => {
    expect(tell(new DOMException('full', 'QuotaExceededError'))).toMatch(
      /Make room on this device, then try again$/,
    )
    expect(tell(new DOMException('gone', 'UnknownError'))).toMatch(/load the page anew$/)
  })

  it('adds nothing to words of our own', () => {
    expect(tell('make room')).toMatch(/\(make room\)$/)
  })
})

it('the status page knows every pause', () => {
  const told = [...statusPage.matchAll(/^\| `([a-z-]+)`/gm)].map(([, reason]) => reason)
  expect([...pauseReasons, 'held'].filter((reason) => !told.includes(reason))).toEqual([])
})
