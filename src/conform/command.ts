import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { decodeText } from '../domain/text-file.js'
import { readConfig, type Config } from './config.js'
import { exampleConfig } from './example.js'
import { InvalidConfig } from './invalid-config.js'
import { countUp, toJson, toJunit, toText } from './report.js'
import { runChecks } from './run.js'
import { suggest } from './suggest.js'

/** What the command needs from its process. */
export interface CommandContext {
  print: (text: string) => void
  printError: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
}

const help = `counterfoil-conform [base-url] --config FILE: tries a card service as a till does

  --config FILE   what the service is and how its effects can be seen (JSON)
  --test-system   the base address given here is a test system, though it is not on this machine
  --example       print such a file to begin with
  --json          print the report as JSON
  --junit         print the report as JUnit's XML
  --output FILE   write the report there
  --suggest       print the options of a till for this service, as TypeScript
  --help          show this

It makes operations for real: on a test system, with test cards.
The exit code is 0 if there are no faults, 1 if there are, 2 if it could not be tried.`

const missingConfig = `--config FILE is needed: it says where cards come from and how effects are seen.
counterfoil-conform --example > conform.json prints one for the sandbox, to alter`

interface Flags {
  baseUrl?: string | undefined
  config: string
  isTestSystem: boolean
  form: 'text' | 'json' | 'junit'
  output?: string | undefined
  isSuggesting: boolean
}

type ReadFlags =
  { kind: 'run'; flags: Flags } | { kind: 'print'; text: string } | { kind: 'invalid'; message: string }

/** Runs the command and returns its exit code. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const read = readFlags(args)
  switch (read.kind) {
    case 'print':
      context.print(read.text)
      return 0
    case 'invalid':
      return complain(context, read.message)
    case 'run':
      return run(read.flags, context)
  }
}

function readFlags(args: readonly string[]): ReadFlags {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        'test-system': { type: 'boolean', default: false },
        example: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        junit: { type: 'boolean', default: false },
        output: { type: 'string' },
        suggest: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return { kind: 'print', text: help }
    if (values.example) return { kind: 'print', text: JSON.stringify(exampleConfig, undefined, 2) }
    if (positionals.length > 1) return { kind: 'invalid', message: 'give one base address' }
    if (values.config === undefined) return { kind: 'invalid', message: missingConfig }
    if (values.json && values.junit) return { kind: 'invalid', message: 'give --json or --junit' }
    const form = values.json ? 'json' : values.junit ? 'junit' : 'text'
    const { config, output, suggest: isSuggesting, 'test-system': isTestSystem } = values
    const [baseUrl] = positionals
    return { kind: 'run', flags: { baseUrl, config, isTestSystem, form, output, isSuggesting } }
  } catch (error) {
    return { kind: 'invalid', message: messageOf(error) }
  }
}

async function run(flags: Flags, context: CommandContext) {
  const { config: path, form, output, isSuggesting } = flags
  let config: Config
  try {
    config = readConfig(decodeText(await readFile(path)), { ...flags, env: context.env })
  } catch (error) {
    return fail(context, error instanceof InvalidConfig ? `${path}: ${error.message}` : messageOf(error))
  }
  const outcome = await runChecks(config)
  const report = { text: toText, json: toJson, junit: toJunit }[form](outcome)
  try {
    if (output !== undefined) await writeFile(output, `${report}\n`)
  } catch (error) {
    return fail(context, messageOf(error))
  }
  if (output === undefined && (!isSuggesting || form !== 'text')) context.print(report)
  if (isSuggesting) context.print(suggest(config, outcome))
  if (outcome.broken !== undefined) return fail(context, outcome.broken)
  return countUp(outcome).faults > 0 ? 1 : 0
}

function complain(context: CommandContext, message: string): number {
  const code = fail(context, message)
  context.printError('Try counterfoil-conform --help')
  return code
}

function fail({ printError }: CommandContext, message: string): number {
  printError(`counterfoil-conform: ${message}`)
  return 2
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
