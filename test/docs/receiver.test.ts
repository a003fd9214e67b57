import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'
import { findBlock } from '../support/blocks.js'

/** Starts the receiver of copies that the guide shows, in a folder of its own. */
async function start(): Promise<{ folder: string; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-receiver-'))
  const { code } = findBlock('copies-receiver')
  const anywhere = code.replace(
    '.listen(8443)',
    '.listen(0, function () { console.log(this.address().port) })',
  )
  expect(anywhere).not.toBe(code)
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  writeFileSync(join(folder, 'receiver.mjs'), ts.transpile(anywhere, options))
  const env = { ...process.env, TOKEN: 'secret' }
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    child.kill()
    rmSync(folder, { recursive: true })
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { folder, port: Number(line) }
}

function put(port: number, name: string, body: string, token = 'secret'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`http://127.0.0.1:${port}/tills/${name}`, { method: 'PUT', headers, body })
}

/** Sends half of a copy and ends the line. */
async function breakOff(port: number, name: string): Promise<void> {
  const lines = [
    `PUT /tills/${name} HTTP/1.1`,
    'host: x',
    'authorization: Bearer secret',
    'content-length: 1000',
  ]
  const socket = connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\nhalf a copy`)
  socket.resume()
  await once(socket, 'close')
}

it('the receiver of copies in the guide keeps the last whole copy when an upload breaks off, and goes on', async () => {
  const { folder, port } = await start()
  expect((await put(port, 'S01-T3', 'a whole copy', 'guessed')).status).toBe(403)
  expect((await put(port, 'S01-T3', 'a whole copy')).status).toBe(204)
  await breakOff(port, 'S01-T3')
  expect((await put(port, 'S01-T4', 'another')).status).toBe(204)
  const stored = readdirSync(folder).filter((name) => name !== 'receiver.mjs')
  expect(stored.sort()).toEqual(['S01-T3.counterfoil', 'S01-T4.counterfoil'])
  expect(readFileSync(join(folder, 'S01-T3.counterfoil'), 'utf8')).toBe('a whole copy')
})
