import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InvalidOptions } from '../../src/domain/errors.js'
import { readOptions, type TillOptions } from '../../src/till/options.js'
import { chance } from './till.js'

const secure = 'https://till.example/counter/'
const plain = 'http://till.example/counter/'
const loopback = 'http://localhost:4173/counter/'

function standOn(address: string): void {
  vi.stubGlobal('location', new URL(address))
}

beforeEach(() => {
  standOn(secure)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const read = (service: object, more: object = {}) =>
  readOptions({
    shop: 'S',
    terminal: 'T',
    service: { baseUrl: 'https://cards.example', ...service },
    ...more,
  })
const baseOf = (baseUrl: string) => read({ baseUrl }).access.baseUrl

describe('the base address', () => {
  it.each([
    ['https://cards.example/api', 'https://cards.example/api'],
    ['', secure],
    ['/api', 'https://till.example/api'],
    ['api', 'https://till.example/counter/api'],
    ['//cards.example/api', 'https://cards.example/api'],
    ['\\\\cards.example\\api', 'https://cards.example/api'],
    ['https:\\\\cards.example', 'https://cards.example/'],
    [' https://cards.example/a\tp\ni ', 'https://cards.example/api'],
    ['https://cärds.example', 'https://xn--crds-loa.example/'],
    ['https://сards.example', 'https://xn--ards-k6d.example/'],
    ['http://localhost:8080', 'http://localhost:8080/'],
    ['http://till.localhost', 'http://till.localhost/'],
    ['http://127.0.0.1', 'http://127.0.0.1/'],
    ['http://127.255.255.254:9', 'http://127.255.255.254:9/'],
    ['http://[::1]:8080', 'http://[::1]:8080/'],
    ['http://0x7f.1', 'http://127.0.0.1/'],
    ['http://2130706433', 'http://127.0.0.1/'],
    ['http://0177.0.0.01', 'http://127.0.0.1/'],
    ['http://127.0.0.1.', 'http://127.0.0.1/'],
    ['http://１２７.0.0.1', 'http://127.0.0.1/'],
  ])('%j is read as %s', (given, read) => {
    expect(baseOf(given)).toBe(read)
  })

  it.each([
    ...[
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'blob:https://till.example/1',
      'file:///etc',
    ],
    ...[
      'ftp://cards.example',
      'ws://localhost',
      'about:blank',
      'http://cards.example',
      'HTTP://cards.example',
    ],
    ...[
      'http:\\\\cards.example',
      'ht\ttp://cards.example',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
    ],
    ...[
      'http://localhost.',
      'http://notlocalhost',
      'http://128.0.0.1',
      'http://0.0.0.0',
      'http://[::]',
      'http://[::ffff:7f00:1]',
    ],
    ...['http://[::2]', 'http://10.0.0.1', 'http://127.0.0.256', 'https://', 'https://a b', 'https://[::1'],
    ...['https://user@cards.example', 'https://user:word@cards.example', 'https://:word@cards.example'],
    ...[
      'http://localhost@evil.example',
      'http://evil.example\\@localhost',
      'https://cards.example#@localhost',
    ],
    ...[
      'https://cards.example/api?key=1',
      'https://cards.example/api?',
      'https://cards.example/api#top',
      '/api#',
      '?a',
      '#',
    ],
  ])('%j is refused', (given) => {
    expect(() => baseOf(given)).toThrow(InvalidOptions)
  })

  it('that is relative is only as good as the page it stands on', () => {
    standOn(plain)
    expect(() => baseOf('/api')).toThrow('http://till.example')
    expect(() => baseOf('//cards.example')).toThrow(InvalidOptions)
    standOn(loopback)
    expect(baseOf('/api')).toBe('http://localhost:4173/api')
    expect(() => baseOf('//cards.example')).toThrow(InvalidOptions)
    standOn('file:///home/till.html')
    expect(() => baseOf('/api')).toThrow(InvalidOptions)
  })

  it('that is refused is told without its password', () => {
    expect(() => baseOf('https://user:hunter2@cards.example')).not.toThrow('hunter2')
  })
})

describe('the probe', () => {
  it.each([
    'health',
    '/health',
    '../health',
    '//evil.example',
    '\\\\evil.example',
    'https://cards.example/health',
    'HTTPS://cards.example/h',
    'http://localhost/h',
  ])('%j may be asked', (probe) => {
    expect(read({ probe }).access.probe).toBe(probe)
  })

  it.each([
    'http://evil.example',
    'HTTP://evil.example',
    ' http://evil.example',
    'https://user:word@cards.example',
    'javascript:alert(1)',
    'data:,',
    'file:///x',
    '',
  ])('%j is refused', (probe) => {
    expect(() => read({ probe })).toThrow(InvalidOptions)
  })
})

describe('the worker’s script', () => {
  it.each([
    '/counterfoil-sw.js',
    'sw.js',
    '../sw.js?v=2',
    'https://till.example/sw.js',
    '//till.example/sw.js',
  ])('%j may be registered', (worker) => {
    expect(read({}, { worker }).worker).toBe(worker)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/javascript,1',
    'blob:https://till.example/1',
    'https://evil.example/sw.js',
    '//evil.example/sw.js',
    '\\\\evil.example',
    'https://till.example@evil.example/sw.js',
    'https://till.example.evil.example/',
    ' ',
  ])('%j is refused before the page trusts it', (worker) => {
    expect(() => read({}, { worker })).toThrow(InvalidOptions)
  })
})

it('options of any shape are read, or refused by a name', () => {
  const url = fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' }), fc.anything())
  const service = fc.record({ baseUrl: url, probe: url, headers: fc.anything() }, { requiredKeys: [] })
  const options = fc.oneof(
    fc.anything(),
    fc.record({ shop: fc.constant('S'), terminal: fc.constant('T'), service, worker: url }),
  )
  fc.assert(
    fc.property(options, (given) => {
      try {
        const { access } = readOptions(given as TillOptions)
        expect(access.baseUrl).toMatch(/^https:|^http:\/\/(localhost|.+\.localhost|127\.[\d.]+|\[::1\])[:/]/)
        expect(access.baseUrl).not.toMatch(/[?#]|^https?:\/\/[^/]*@/)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidOptions)
      }
    }),
    { ...chance, numRuns: 2_000 },
  )
})
