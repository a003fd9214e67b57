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

function configOf(ledgerFile?: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'silent',
    root,
    server: { host: '127.0.0.1', port: 0, ws: false },
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [sandboxPlugin({ prefix: '/api', ...(ledgerFile === undefined ? {} : { ledgerFile }) })],
  }
}

async function check(port: number) {
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

  it('keeps its service while servers come and go', async () => {
    mkdirSync(join(root, 'dist'))
    const config = configOf()
    const first = await createServer(config)
    await first.listen()
    const { port } = first.httpServer?.address() as AddressInfo
    await sendOperation(`http://127.0.0.1:${port}/api`, 'refund', refundOf(4, 'C1'))
    await first.close()
    const second = await preview(config)
    const { port: portThen } = second.httpServer.address() as AddressInfo
    expect((await sendControl(`http://127.0.0.1:${portThen}/api`, 'GET', '/state')).json).toMatchObject({
      effects: 1,
    })
    await second.close()
  })

  it('opens no ledger while building', async () => {
    const ledgerFile = join(root, 'ledger', 'effects.jsonl')
    await build(configOf(ledgerFile))
    expect(existsSync(join(root, 'ledger'))).toBe(false)
  })
})
