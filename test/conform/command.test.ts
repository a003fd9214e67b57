import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/conform/command.js'
import { readConfig } from '../../src/conform/config.js'
import { toJunit } from '../../src/conform/report.js'
import { exampleConfig } from '../../src/conform/example.js'
import { startOwnSandbox } from './support.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-conform-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const small = { ...exampleConfig, endpoints: ['refund'], conditions: false, hooks: {} }

async function run(file: object | string | Buffer, ...args: string[]) {
  const path = join(mkdtempSync(join(folder, 'run-')), 'conform.json')
  writeFileSync(path, typeof file === 'string' || Buffer.isBuffer(file) ? file : JSON.stringify(file))
  const lines: string[] = []
  const errors: string[] = []
  const code = await runCommand([...args, '--config', path], {
    print: (text) => lines.push(text),
    printError: (text) => errors.push(text),
    env: { TOKEN: 'secret-4711', LINE: 'secret-4712\n' },
  })
  return { code, text: lines.join('\n'), errors: errors.join('\n') }
}

describe('the exit code', () => {
  it('is 0 without faults', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const { code, text, errors } = await run(small, url)
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(text).toContain('Faults: 0.')
    expect(text).toContain('ok       repeat-at-once (refund)')
  })

  it('is 1 with a fault, which is told with what a till does and what to mend', async () => {
    const { url } = await startOwnSandbox({})
    const { code, text } = await run(small, url)
    expect(code).toBe(1)
    expect(text).toContain('FAULT    repeat-at-once (refund): repeat-run-twice')
    expect(text).toMatch(/seen: {3}sent twice, one after the other: done twice/)
    expect(text).toMatch(/a till: .*the money moves twice/)
    expect(text).toContain('option: idempotencyKey')
  })

  it('is 2 where the service cannot be judged', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const readBack = { ...exampleConfig.readBack, url: '/nowhere' }
    const { code, errors } = await run({ ...small, readBack }, url)
    expect(code).toBe(2)
    expect(errors).toContain('was not answered: status 404, There is')
    expect(errors).not.toContain('--help')
  })

  it('is 2 where nothing listens, and says so', async () => {
    const cards = { ...small.cards, make: { url: '/cards', body: {} } }
    const { code, errors } = await run({ ...small, cards }, 'http://127.0.0.1:1')
    expect(code).toBe(2)
    expect(errors).toContain('nothing listens there (ECONNREFUSED): start the service first')
  })
})

describe('a configuration', () => {
  it.each([
    ['{', 'not JSON'],
    [{ ...small, colour: 1 }, 'colour: expected no such field'],
    [{ ...small, endpoints: ['refunds'] }, 'endpoints.0: expected'],
    [{ ...small, cards: {} }, 'cards: name codes of test cards, or a pattern'],
    [{ ...small, headers: { Authorization: 'Bearer ${NONE}' } }, 'the environment has no variable NONE'],
    [
      { ...small, headers: { Authorization: 'Bearer ${LINE}' } },
      'headers.Authorization: expected one line of text',
    ],
    [{ ...small, headers: { 'X Till': '1' } }, 'headers.X Till: expected the name of a header'],
    [{ ...small, baseUrl: 'ftp://cards' }, 'must be an http or https URL'],
    [{ ...small, baseUrl: 'https://cards.example/api', testSystem: false }, 'say "testSystem": true'],
    [{ ...small, baseUrl: 'https://cards.example/api' }, 'say "testSystem": true'],
    [{ ...small, origin: 'https://till.example/app' }, 'origin: expected scheme, host and port alone'],
  ])('%j is refused', async (file, message) => {
    const { code, errors } = await run(file)
    expect(code).toBe(2)
    expect(errors).toContain(message)
    expect(errors).not.toContain('secret')
  })

  it.each([
    ['of production where the file is the example', {}],
    [
      'of another host than the test system of the file',
      { baseUrl: 'https://test.example', testSystem: true },
    ],
    ['of any host where the file names none', { baseUrl: undefined, testSystem: true }],
  ])('does not let operations be made for real at an address %s', async (_, changes) => {
    const { code, errors } = await run({ ...small, ...changes }, 'https://cards.production.example/api')
    expect(code).toBe(2)
    expect(errors).toContain('made for real at cards.production.example: say --test-system')
  })

  it('lets a test system through by its own word, or by the flag for any address', () => {
    const url = 'https://test.example/api'
    const read = (file: object, given: object) =>
      readConfig(JSON.stringify({ ...small, ...file }), { env: {}, ...given }).baseUrl
    expect(read({ baseUrl: url, testSystem: true }, {})).toBe(url)
    expect(read({ baseUrl: 'https://test.example', testSystem: true }, { baseUrl: url })).toBe(url)
    expect(read({}, { baseUrl: url, isTestSystem: true })).toBe(url)
  })

  it('is read as the shells and editors of Windows write it', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const text = `\uFEFF${JSON.stringify(small)}`
    expect(await run(text, url)).toMatchObject({ code: 0, errors: '' })
    expect(await run(Buffer.from(text, 'utf16le'), url)).toMatchObject({ code: 0, errors: '' })
  })

  it('is not quoted where it is no JSON', async () => {
    const { code, errors } = await run('{"headers": {"Authorization": Bearer s3cret}}')
    expect(code).toBe(2)
    expect(errors).toMatch(/conform\.json: not JSON$/)
  })

  it('takes an origin with a slash at its end for that origin', () => {
    const file = { ...small, origin: 'https://Till.example:443/' }
    expect(readConfig(JSON.stringify(file), { env: {} }).origin).toBe('https://till.example')
  })

  it('has no password in its address', async () => {
    const secret = 'http://ada:hunter2@127.0.0.1:1'
    const told = await Promise.all([
      run(small, secret),
      run({ ...small, baseUrl: secret }),
      run(small, 'htp://ada:hunter2@127.0.0.1:1'),
    ])
    expect(told.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(told.map(({ text, errors }) => text + errors).join()).not.toContain('hunter2')
    expect(told[0].errors).toContain('put credentials into "headers"')
  })

  it('may have credentials in the address of a call, and no report shows them', async () => {
    const make = { url: 'http://ada:hunter2@127.0.0.1:1/cards?code=s3cret', body: {} }
    const { code, text, errors } = await run({ ...small, cards: { ...small.cards, make } })
    expect(code).toBe(2)
    expect(errors).toContain('POST http://127.0.0.1:1/cards of the configuration was not answered')
    expect(text + errors).not.toMatch(/hunter2|s3cret/)
  })

  it('takes credentials from the environment, and no report shows them', async () => {
    const { url, service } = await startOwnSandbox({ settings: { keys: true } })
    const file = { ...small, headers: { Authorization: 'Bearer ${TOKEN}' } }
    const { text } = await run(file, url)
    const { text: suggested } = await run(file, url, '--suggest')
    expect(service.arrivals.some(({ headers }) => headers.authorization === 'Bearer secret-4711')).toBe(true)
    expect(text + suggested).not.toContain('4711')
    expect(text).toContain('no-credentials-needed')
  })
})

describe('the flags', () => {
  it.each([
    [['--colour'], "Unknown option '--colour'"],
    [['--json', '--junit'], 'give --json or --junit'],
    [['http://a', 'http://b'], 'give one base address'],
  ])('%j are refused', async (args, message) => {
    const { code, errors } = await run(small, ...args)
    expect(code).toBe(2)
    expect(errors).toContain(message)
  })

  it('tell how to come by a file where none is named', async () => {
    const errors: string[] = []
    const context = { print: () => undefined, printError: (text: string) => errors.push(text), env: {} }
    expect(await runCommand(['http://127.0.0.1:1'], context)).toBe(2)
    expect(errors.join('\n')).toContain('counterfoil-conform --example > conform.json')
  })

  it('print the help, and an example that can be read', async () => {
    const { code, text } = await run('', '--help')
    expect(code).toBe(0)
    for (const flag of [
      '--config',
      '--test-system',
      '--example',
      '--json',
      '--junit',
      '--output',
      '--suggest',
    ])
      expect(text).toContain(flag)
    const example = await run('', '--example')
    expect(JSON.parse(example.text)).toEqual(exampleConfig)
  })
})

it('runs as a program of its own', async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      ssr: resolve(import.meta.dirname, '../../src/conform/cli.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'conform.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: ['superstruct'] },
  })
  const { url } = await startOwnSandbox({ settings: { keys: true } })
  const path = join(folder, 'program.json')
  writeFileSync(path, JSON.stringify({ ...small, headers: { Authorization: '${CONFORM_TOKEN}' } }))
  const words = [join(folder, 'conform.mjs'), url, '--config', path]
  const env = { ...process.env, CONFORM_TOKEN: 'of this test' }
  const { stdout } = await promisify(execFile)(process.execPath, words, { env })
  expect(stdout).toContain('Faults: 0.')
  const without = promisify(execFile)(process.execPath, words, { env: { ...process.env } })
  await expect(without).rejects.toMatchObject({ code: 2 })
})

describe('the report', () => {
  it('is JSON for a program', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const { text } = await run(small, url, '--json')
    const report = JSON.parse(text) as { counts: object; results: { check: string; verdict: string }[] }
    expect(report.counts).toMatchObject({ faults: 0 })
    expect(report.results).toContainEqual(
      expect.objectContaining({ check: 'repeat-at-once', verdict: 'passed' }),
    )
  })

  it('is JUnit for a build server, in a file if one is named', async () => {
    const { url } = await startOwnSandbox({})
    const path = join(folder, 'report.xml')
    const { code, text } = await run(small, url, '--junit', '--output', path)
    expect([code, text]).toEqual([1, ''])
    const xml = readFileSync(path, 'utf8')
    const { length } = xml.match(/<testcase /g) ?? []
    const failed = xml.match(/<testcase [^>]*><failure /g)?.length
    expect(xml).toContain(`tests="${length}" failures="${failed ?? 0}"`)
    expect(xml).toContain('<failure message="repeat-run-twice">')
    expect(xml).toContain('<skipped message=')
  })

  it('is well-formed, whatever a service says', () => {
    const words = 'a < b & "c" > d\u0000'
    const finding = { name: 'odd', level: 'fault' as const, seen: words, till: words, mend: words }
    const result = { check: 'odd', group: 'answers' as const, title: '', verdict: 'found' as const }
    const results = [{ ...result, findings: [finding, { ...finding, level: 'note' as const }] }]
    const xml = toJunit({ baseUrl: 'http://a/?b&c', results, broken: words })
    expect(xml).toContain('seen: a &lt; b &amp; &quot;c&quot; &gt; d\n')
    expect(xml).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
    expect(xml).not.toContain('\u0000')
    expect(xml).toContain('errors="1"')
  })
})
