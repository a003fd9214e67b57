import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReporters } from './reporter.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('TESTS_JSON', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** As much of the runner as is asked about what a test says. */
function begin(files: number) {
  const written: string[] = []
  const stream = { write: (text: string) => written.push(text) }
  const logger = {
    log: () => undefined,
    printBanner: () => undefined,
    outputStream: stream,
    errorStream: stream,
  }
  const runner = { config: {}, logger, state: { idMap: new Map() } }
  const [reporter] = createReporters() as unknown as {
    onInit: (runner: object) => void
    onTestRunStart: (files: object[]) => void
    onUserConsoleLog: (said: object) => void
    onTestCaseResult: (test: object) => void
  }[]
  if (!reporter) throw new Error('there is no reporter')
  const said = { type: 'stdout', content: 'six kills\n', taskId: 'a test' }
  reporter.onInit(runner)
  reporter.onTestRunStart(Array.from({ length: files }, () => ({ project: { name: 'node' } })))
  reporter.onUserConsoleLog(said)
  const warn = () => {
    reporter.onUserConsoleLog({ type: 'stderr', content: 'a warning\n' })
  }
  const end = (state: 'passed' | 'failed') => {
    reporter.onTestCaseResult({ result: () => ({ state }), task: { logs: [said] } })
  }
  return { written, end, warn }
}

it('a test that runs with few others is heard at once', () => {
  expect(begin(1).written.join('')).toContain('six kills')
})

it('what a test of a long run says is told where it fails, and only there', () => {
  const passing = begin(100)
  passing.end('passed')
  expect(passing.written).toEqual([])
  const failing = begin(100)
  expect(failing.written).toEqual([])
  failing.end('failed')
  expect(failing.written.join('')).toContain('six kills')
})

it('a warning is told at once in a long run too, whether a test gave it or not', () => {
  const { written, warn } = begin(100)
  warn()
  expect(written.join('')).toContain('a warning')
})
