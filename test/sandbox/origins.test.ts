import { expect, it } from 'vitest'
import { isLoopbackHost, isLoopbackOrigin, mayControl } from '../../src/sandbox/origins.js'

it.each([
  ['localhost', true],
  ['till.localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.4', false],
  ['127.0.0.1.example', false],
  ['localhost.example', false],
  ['notlocalhost', false],
])('isLoopbackHost(%j) is %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})

it.each([
  ['http://localhost:5173', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:80', true],
  ['null', false],
  ['https://shop.example', false],
  ['http://localhost.shop.example:5173', false],
  ['http://localhost@shop.example', false],
  ['file://localhost', false],
])('isLoopbackOrigin(%j) is %s', (origin, expected) => {
  expect(isLoopbackOrigin(origin)).toBe(expected)
})

it.each([
  [{}, true],
  [{ host: '127.0.0.1:4000' }, true],
  [{ host: '[::1]:4000', origin: 'http://localhost:5173' }, true],
  [{ host: '127.0.0.1:4000', origin: 'https://shop.example' }, false],
  [{ host: 'rebound.example:4000' }, false],
  [{ host: '127.0.0.1:4000', origin: 'null' }, false],
])('mayControl(%j) is %s', (headers, expected) => {
  expect(mayControl(headers)).toBe(expected)
})
