import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from 'vite'
import { runCommand } from '../../src/sandbox/command.js'
import { refundOf, sendControl, sendOperation, start } from './helpers.js'

let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-command-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      ssr: resolve(import.meta.dirname, '../../src/sandbox/cli.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'sandbox.mjs' } },
    },
  })
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function run(...args: string[]) {
  const lines: string[] = []
  const errors: string[] = []
  const stop = AbortSignal.abort()
  const code = await runCommand(args, {
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    stop,
  })
  return { code, lines, errors }
}

/** Starts the command as a process of its own, and reads the address it prints. */
async function launch(...args: string[]) {
  const child = spawn(process.execPath, [join(folder, 'sandbox.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  const url = (await nextLine()).split(' ').at(-1) ?? ''
  async function end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') {
    const exit = once(child, 'exit')
    child.kill(signal)
    return (await exit) as [code: number | null, signal: string | null]
  }
  return { url, nextLine, end }
}

describe('the flags', () => {
  it('are shown by --help', async () => {
    const { code, lines } = await run('--help')
    expect(code).toBe(0)
    for (const flag of ['--port N', '--ledger FILE', '--keys', '--key-lifetime', '--conditions', '--help'])
      expect(lines.join()).toContain(flag)
  })

  it.each([
    [['--colour'], "Unknown option '--colour'"],
    [['elsewhere'], "Unexpected argument 'elsewhere'"],
    [['--port', 'high'], '--port takes 0 to 65535, not "high"'],
    [['--port', '65536'], '--port takes 0 to 65535, not "65536"'],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--key-lifetime', 'a day'], '--key-lifetime takes hours, not "a day"'],
    [['--ledger', ''], '--ledger takes the path of a file'],
    [['--keys=yes'], "Option '--keys' does not take an argument"],
  ])('%j are refused', async (args, message) => {
    const { code, errors } = await run(...args)
    expect(code).toBe(2)
    expect(errors[0]).toContain(`counterfoil-sandbox: ${message}`)
    expect(errors[1]).toBe('Try counterfoil-sandbox --help')
  })

  it('that cannot be followed end with 1 and the reason', async () => {
    const { port } = await start()
    const { code, errors } = await run('--port', String(port))
    expect(code).toBe(1)
    expect(errors[0]).toContain('EADDRINUSE')
  })
})

describe('the command', () => {
  it('begins with the line that makes it a program', () => {
    expect(readFileSync(join(folder, 'sandbox.mjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('prints its address and a line for each arrival, and stops on SIGINT', async () => {
    const { url, nextLine, end } = await launch('--keys', '--key-lifetime', '1.5', '--conditions')
    expect((await sendControl(url, 'GET', '/state')).json).toMatchObject({
      settings: { keys: true, keyLifetimeHours: 1.5, conditions: true },
    })
    await sendControl(url, 'POST', '/faults', [{ kind: 'dropAfterEffect', operation: 'confirmOrder' }])
    await sendOperation(url, 'refund', refundOf(1, 'C1'))
    await sendOperation(url, 'confirmOrder', { OrderID: 5 })
    expect(await nextLine()).toMatch(/^\d\d:\d\d:\d\d {2}PUT {2}\/v1\.0\/svc\/refund {2}200 {2}effect 1$/)
    expect(await nextLine()).toMatch(
      /POST {2}\/v1\.0\/mktp\/order {2}cut off {2}effect 2 {2}dropAfterEffect$/,
    )
    expect(await end('SIGINT')).toEqual([0, null])
  })

  it('stops although a request is still on the line', async () => {
    const { url, end } = await launch()
    await sendControl(url, 'POST', '/faults', [{ kind: 'late', delayMs: 600_000 }])
    const cut = sendOperation(url, 'refund', refundOf(1, 'C1'))
    const isTaken = async () =>
      JSON.stringify((await sendControl(url, 'GET', '/state')).json).includes('"script":[]')
    while (!(await isTaken()));
    expect(await end('SIGINT')).toEqual([0, null])
    expect((await cut).status).toBeNull()
  })

  it('loses nothing that it answered when it is killed', async () => {
    const ledger = join(folder, 'ledger.jsonl')
    const first = await launch('--ledger', ledger)
    expect((await sendOperation(first.url, 'refund', refundOf(4, 'C1'))).status).toBe(200)
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL'])
    const second = await launch('--ledger', ledger)
    const reply = await sendOperation(second.url, 'refund', refundOf(1, 'C1'))
    expect(JSON.parse(reply.body)).toMatchObject({ TransactionID: 1002, Balance: 5 })
    expect(await second.end('SIGTERM')).toEqual([0, null])
  })
})
