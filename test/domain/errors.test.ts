import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OwnError } from '../../src/domain/error-name.js'
import { actTexts, transferTexts } from '../../src/domain/desk-error-texts.js'
import { storageTexts } from '../../src/domain/error-texts.js'
import * as errors from '../../src/domain/errors.js'
import type { CounterfoilError, ErrorCode } from '../../src/domain/errors.js'
import { pauseReasons } from '../../src/domain/outcome.js'

const failures = [{ path: 'Total', expected: 'a number', found: 'nothing' }]

/** One of each code: a code without its error here does not compile. */
const samples: Record<ErrorCode, CounterfoilError> = {
  'invalid-operation': new errors.InvalidOperation('refund', failures),
  'invalid-receipt': new errors.InvalidReceipt(failures),
  'invalid-options': new errors.InvalidOptions(failures),
  'browser-required': new errors.BrowserRequired('document'),
  'dexie-conflict': new errors.DexieConflict('4.0.8', '4.4.7', new Error('two versions')),
  'id-reused': new errors.DuplicateOperation('own-1', 'id-reused'),
  duplicate: new errors.DuplicateOperation('own-1', 'duplicate'),
  'limit-reached': new errors.LimitReached('refund', { limit: 'total', max: 1, found: 2 }),
  'load-failed': new errors.LoadFailed('openTill', new TypeError('no such file')),
  'storage-refused': new errors.StorageRefused('refund', new Error('broken')),
  'outcome-unknown': new errors.OutcomeUnknown('act', new DOMException('gone', 'UnknownError')),
  'keys-lost': new errors.KeysLost('missing'),
  'service-mismatch': new errors.ServiceMismatch('openTill', ['https://a'], 'https://b'),
  outdated: new errors.TillOutdated('refund'),
  'till-closed': new errors.TillClosed('refund'),
  voided: new errors.OperationVoided('own-1'),
  'unknown-entry': new errors.UnknownEntry('own-1'),
  'act-refused': new errors.ActRefused('void', 'own-1', 'sending'),
  'transfer-refused': new errors.TransferRefused('importJournal', 'cut'),
}
const codes = Object.keys(samples)
const [page = '', statusPage = ''] = readFileSync('docs/errors.md', 'utf8').split(/^# What the status says$/m)
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n')
      return [heading.trim(), rest.join('\n').trim()]
    }),
)

/** The names that a section gives in backticks where it lists the params. */
function readParams(code: string): string[] {
  const [, told = ''] = /^\*\*Params\*\*: (.*)$/m.exec(sections.get(code) ?? '') ?? []
  return [...told.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

/** The reasons in the first column of a section's table. */
function readReasons(code: string): string[] {
  const rows = (sections.get(code) ?? '').matchAll(/^\| `([a-z-]+)` +\|/gm)
  return [...rows].map(([, reason = '']) => reason).filter((reason) => reason !== 'reason')
}

describe('every error', () => {
  it.each(codes)('%s has its section: its class, its params, and what to do', (code) => {
    const { name, params } = samples[code as ErrorCode]
    expect(sections.get(code)).toMatch(new RegExp(`^\`${name}\`[.,]`))
    expect(readParams(code)).toEqual(Object.keys(params))
    expect(sections.get(code)).toMatch(/^\*\*What to do\*\*:/m)
  })

  it.each([
    ['storage-refused', storageTexts],
    ['act-refused', actTexts],
    ['transfer-refused', transferTexts],
  ])('%s has a line for each of its reasons', (code, texts) => {
    expect(readReasons(code).sort()).toEqual(Object.keys(texts).sort())
  })

  it.each(Object.values(samples))('$code has params that are plain and flat', ({ params }) => {
    expect(JSON.parse(JSON.stringify(params))).toEqual(params)
    const values: unknown[] = Object.values(params).flat()
    expect(values.filter((value) => typeof value === 'object' && value !== null)).toEqual([])
  })

  it('names its section', () => {
    for (const [code, error] of Object.entries(samples)) {
      expect(error).toMatchObject({ code, help: `counterfoil/docs/errors.md#${code}` })
    }
  })

  it('has a class that hosts may ask for', () => {
    const classes = Object.entries(errors).filter(([, value]) => String(value).startsWith('class'))
    const told = Object.values(samples).map(({ name }) => name)
    expect(classes.map(([name]) => name).filter((name) => !told.includes(name))).toEqual(['CounterfoilError'])
  })

  it('has no section without a code', () => {
    const own = [...sections.keys()].filter((heading) => heading !== 'In your own language')
    expect(own.filter((heading) => !codes.includes(heading))).toEqual([])
  })

  it('says what failed, then what was found, then what to do', () => {
    const form = /^[^.]+ (failed|was not [a-z]+)\. .+[:.] .+\.$/
    expect(Object.values(samples).filter(({ message }) => !form.test(message))).toEqual([])
  })

  it('says what to do for each reason', () => {
    const texts = [
      ...Object.values(actTexts),
      ...Object.values(transferTexts),
      ...Object.values(storageTexts),
    ]
    const told = texts.map((text) => (typeof text === 'string' ? text : text('it')))
    expect(told.filter((text) => !/^\S.+: .+[^.]$/.test(text))).toEqual([])
  })
})

describe('a storage that refuses', () => {
  const refuse = (cause: unknown) => new errors.StorageRefused('refund', cause)

  it('asks for space where the device is full, and for another try elsewhere', () => {
    const full = refuse(new DOMException('full', 'QuotaExceededError'))
    expect(full.params).toEqual({ action: 'refund', reason: 'full', error: 'QuotaExceededError' })
    expect(full.message).toMatch(/: free space on this device, then try again\.$/)
    expect(refuse(new DOMException('gone', 'UnknownError')).message).toMatch(/load the page again\.$/)
  })

  it('is told by the kind of error, for the browser’s words may quote what it was given', () => {
    const { message, params } = refuse(
      Object.assign(new DOMException('Bearer x', 'AbortError'), { inner: new TypeError('Bearer y') }),
    )
    expect(message).toContain('(AbortError: TypeError)')
    expect(message + JSON.stringify(params)).not.toContain('Bearer')
  })

  it('says what to serve the page over where the context is not secure', () => {
    const { message, params } = new errors.StorageRefused('openTill', undefined, 'insecure')
    expect(message).toBe(
      'openTill failed. Not a secure context: serve the page over https or from localhost.',
    )
    expect(params).toEqual({ action: 'openTill', reason: 'insecure', error: null })
  })
})

describe('the params of a class', () => {
  it('are narrowed, so that a host knows their names', () => {
    const { limit, max, found } = new errors.LimitReached('refund', { limit: 'total', max: 1, found: 2 })
      .params
    expect({ limit, max: max + 0, found: found + 0 }).toEqual({ limit: 'total', max: 1, found: 2 })
    const { reason, detail } = new errors.TransferRefused('exportJournal', 'sending', 'own-1').params
    expect({ reason, detail }).toEqual({ reason: 'sending', detail: 'own-1' })
  })

  it('tell a page that has moved how its own service is known again', () => {
    const { message } = new errors.TransferRefused(
      'importJournal',
      'other-service',
      'https://old.example/api',
    )
    expect(message).toContain('https://old.example/api')
    expect(message).toContain('`service.replaces`')
  })

  it('name every field that stood in the way, and what was asked', () => {
    const { params } = new errors.InvalidOperation('refund', failures, 'amend')
    expect(params).toEqual({
      kind: 'refund',
      action: 'amend',
      paths: ['Total'],
      expected: ['a number'],
      found: ['nothing'],
    })
  })
})

it('the status page knows every pause', () => {
  const told = [...statusPage.matchAll(/^\| `([a-z-]+)`/gm)].map(([, reason]) => reason)
  expect([...pauseReasons, 'held'].filter((reason) => !told.includes(reason))).toEqual([])
})

describe('an error that is kept or shown', () => {
  it('has its words where they are our own, and its name alone where they are not', () => {
    expect(errors.errorToText(new errors.UnknownEntry('e1'))).toMatch(/^e1 was not found/)
    expect(errors.errorToText(new OwnError('the database of this name has another shape'))).toMatch(/shape/)
    expect(errors.errorToText(new RangeError('Bearer x'))).toBe('RangeError')
    expect(errors.errorToText(Object.assign(new Error('x'), { name: 'Bearer x' }))).toBe('unknown')
    expect(errors.errorToText('Bearer x')).toBe('unknown')
  })
})
