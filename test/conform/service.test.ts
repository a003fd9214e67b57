import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../src/service/example/command.js'
import { isPostgresMissing, startPostgres } from '../service/postgres-server.js'
import { kitConfig } from './kit.js'
import { listFindings, listSkipped, tryService } from './support.js'

async function startExample(...args: string[]): Promise<string> {
  const stopping = new AbortController()
  return new Promise((resolve, reject) => {
    const code = runCommand([...args, '--origin', 'https://till.example'], {
      print: (line) => {
        resolve(line.split(' ').at(-1) ?? '')
      },
      printError: (line) => {
        reject(new Error(line))
      },
      stop: stopping.signal,
    })
    onTestFinished(async () => {
      stopping.abort()
      await code
    })
  })
}

const config = {
  ...kitConfig,
  origin: 'https://till.example',
  conditions: ['associate', 'refund', 'migrate', 'updateReceipt'],
}

async function expectSound(url: string): Promise<void> {
  const outcome = await tryService(url, { ...config, hooks: {} })
  expect(outcome.broken).toBeUndefined()
  expect(listFindings(outcome)).toEqual([])
  expect(listSkipped(outcome)).not.toContain('repeat-in-parallel')
  expect(outcome.results.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(50)
}

describe('the example service', () => {
  it('has no finding on SQLite', async () => {
    await expectSound(await startExample('--sqlite', ':memory:'))
  })

  it.skipIf(isPostgresMissing())('has no finding on PostgreSQL', async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    await expectSound(await startExample('--postgres', server.url))
  })
})
