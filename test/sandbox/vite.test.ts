import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { build, createServer, preview, type InlineConfig } from 'vite'
import { sandboxPlugin } from '../../src/sandbox/index.js'
import { refundOf, sendControl, sendOperation, sendRaw } from './helpers.js'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'counterfoil-vite-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Till</title>')
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

const configOf = (ledgerFile?: string): InlineConfig => ({
  configFile: false,
  logLevel: 'silent',
  root,
  server: { host: '127.0.0.1', port: 0, ws: false },
  preview: { host: '127.0.0.1', port: 0 },
  plugins: [sandboxPlugin({ prefix: '/api', ...(ledgerFile === undefined ? {} : { ledgerFile }) })],
})

const check = async (port: number) => {
  const origin = `http://127.0.0.1:${port}`
  expect((await sendRaw(`${origin}/api`, { method: 'HEAD' })).status).toBe(204)
  expect((await sendOperation(`${origin}/api`, 'refund', refundOf(4, 'C1'))).status).toBe(200)
  expect((await sendControl(`${origin}/api`, 'GET', '/state')).json).toMatchObject({ effects: 1 })
  expect((await sendRaw(`${origin}/`, { headers: { accept: 'text/html' } })).body).toContain(
    '<title>Till</title>',
  )
}

describe('sandboxPlugin', () => {
  it('stands inside the development server', async () => {
    const server = await createServer(configOf())
    await server.listen()
    await check((server.httpServer?.address() as AddressInfo).port)
    await server.close()
  })

  it('stands inside the preview server', async () => {
    mkdirSync(join(root, 'dist'))
    writeFileSync(join(root, 'dist', 'index.html'), '<!doctype html><title>Till</title>')
    const server = await preview(configOf())
    await check((server.httpServer.address() as AddressInfo).port)
    await server.close()
  })

  it('opens no ledger while building', async () => {
    const ledgerFile = join(root, 'ledger', 'effects.jsonl')
    await build(configOf(ledgerFile))
    expect(existsSync(join(root, 'ledger'))).toBe(false)
  })
})
