import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/conform/config.js'
import { exampleConfig } from '../../src/conform/example.js'
import type { Finding, Result } from '../../src/conform/finding.js'
import { suggest } from '../../src/conform/suggest.js'

const finding = (name: string, option?: string): Finding => ({
  name,
  level: 'fault',
  seen: '',
  till: '',
  mend: '',
  ...(option !== undefined && { option }),
})

const result = (changes: Partial<Result>): Result => ({
  check: 'repeat-at-once',
  group: 'repeats',
  title: '',
  verdict: 'passed',
  findings: [],
  ...changes,
})

function suggestFor(file: object, results: Result[]): string {
  const text = JSON.stringify({ ...exampleConfig, endpoints: ['refund'], ...file })
  const config = readConfig(text, { env: {} })
  return suggest(config, { baseUrl: config.baseUrl, results })
}

/** What the compiler says of a module against the package's own types. */
function compile(text: string): string[] {
  const path = resolve('suggested.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['vite/client'],
    paths: { counterfoil: [resolve('src/index.ts')] },
  }
  const host = ts.createCompilerHost(options)
  const usual = ts.createCompilerHost(options)
  host.readFile = (name) => (name === path ? text : usual.readFile(name))
  host.fileExists = (name) => name === path || usual.fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : usual.getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const source = program.getSourceFile(path)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
  )
}

describe('the suggested options', () => {
  it('compile, with all that there is to suggest', () => {
    const text = suggestFor(
      {
        headers: { Authorization: 'Bearer secret', "X-Till's": '1' },
        keys: { header: 'X-Key', lifetimeHours: 48 },
        probe: '/health',
      },
      [
        result({ endpoint: 'refund' }),
        result({
          check: 'transaction-in-reply',
          findings: [finding('transaction-elsewhere', 'readReply Result.Movement.Id')],
          group: 'answers',
        }),
      ],
    )
    expect(text).toContain("idempotencyKey: { header: 'X-Key', lifetimeHours: 46 }")
    expect(text).toContain("?.['Result']?.['Movement']?.['Id']")
    expect(text).not.toContain('secret')
    expect(compile(text)).toEqual([])
    expect(compile(`${text}\nexport const wrong: number = 'text'`)).toHaveLength(1)
  })

  it('name what was not tried', () => {
    const checks = ['failed-before', 'failed-after', 'restart', 'cut-after', 'key-lifetime']
    const tried = checks.map((check) => result({ check }))
    const text = suggestFor({}, [result({ endpoint: 'refund' }), ...tried])
    expect(text).toContain('// Not tried: crash. Try')
    const whole = suggestFor({}, [result({ endpoint: 'refund' }), ...tried, result({ check: 'crash' })])
    expect(whole).not.toContain('Not tried')
    expect(whole).toContain('// A little less than the service remembers.')
  })

  it('claim no lifetime of keys that nobody has tried', () => {
    const text = suggestFor({}, [
      result({ endpoint: 'refund' }),
      result({ check: 'key-lifetime', verdict: 'skipped' }),
    ])
    expect(text).toContain('key-lifetime. Try')
    expect(text).toContain('// 24 hours were not tried: ask how long the service remembers keys.')
    expect(text).not.toContain('A little less than the service remembers')
  })

  it('leave keys off where a repeat is not safe, and say why', () => {
    const text = suggestFor({}, [
      result({ endpoint: 'refund', verdict: 'found', findings: [finding('repeat-run-twice')] }),
    ])
    expect(text).toContain('// Until this is mended: repeat-run-twice (refund).')
    expect(text).toContain('idempotencyKey: false')
    expect(compile(text)).toEqual([])
  })

  it('leave keys off where repeats were not judged', () => {
    const text = suggestFor({}, [result({ endpoint: 'refund', verdict: 'skipped' })])
    expect(text).toContain('idempotencyKey: false')
  })

  it('leave keys off where the service has none', () => {
    const text = suggestFor({ keys: false }, [])
    expect(text).toContain('idempotencyKey: false')
    expect(compile(text)).toEqual([])
  })

  it('name the operations whose conditions hold', () => {
    const held = result({ group: 'conditions', check: 'if-match', endpoint: 'refund' })
    expect(suggestFor({}, [held])).toContain('may be asked for with: refund')
    expect(suggestFor({}, [{ ...held, findings: [finding('etag-not-checked')] }])).toContain(
      'leave `conditions` out',
    )
    const other = (check: string, name: string) =>
      result({ group: 'conditions', check, endpoint: 'refund', findings: [finding(name)] })
    const byDate = other('if-unmodified-since', 'date-not-checked')
    expect(suggestFor({}, [held, byDate])).toContain('leave `conditions` out')
    // `latest` never asks for it.
    const byNone = other('if-none-match', 'none-match-not-checked')
    expect(suggestFor({}, [held, byNone])).toContain('may be asked for with: refund')
  })
})
