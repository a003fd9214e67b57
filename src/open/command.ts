import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isCurrency } from '../domain/currency.js'
import { checkJournal } from '../verify/check.js'
import { guardTerminal, type CommandContext } from '../verify/context.js'
import { openContent } from '../verify/open-content.js'
import { describeReport } from '../verify/report.js'
import { describeEntry, describeFile, describeHistory, describeSlip } from './describe.js'
import { entriesToLines, type JournalFile, readJournalFile, searchEntries } from './journal-file.js'

const help = `counterfoil-open FILE: shows an exported journal, on this machine alone

  FILE is what till.exportJournal(…) wrote, or a copy that a till has sent. The passphrase is asked for; without a
  terminal it is the first line of the standard input.

  --passphrase-file FILE
                      read the passphrase from the first line of this file, and ask for none
  --shop-key FILE     the shop's private key (JWK), for a file that is sealed to the shop
  --search TEXT       list only the operations that have all these words in them
  --entry ID          show one operation: its whole history, and its slip
  --verify            check the signed log of a whole journal (export it with { audit: true })
  --lines FILE        write every operation as a line of JSON; card numbers and secrets are whole in it
  --currency CODE     the currency of all amounts; else the one that the file tells, or EUR
  --help              show this

The exit code is 0 if all went well, 1 if the check has findings or there is no such operation, 2 if the file could
not be opened.`

const exitCodes = { well: 0, found: 1, impossible: 2 } as const
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

interface Wanted {
  search?: string
  entry?: string
  lines?: string
  verify: boolean
  currency?: string
}

/** Runs the command and returns the exit code. */
export async function runOpen(args: readonly string[], context: CommandContext): Promise<number> {
  const { print, printError, ask } = guardTerminal(context)
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'passphrase-file': { type: 'string' },
        'shop-key': { type: 'string' },
        search: { type: 'string' },
        entry: { type: 'string' },
        lines: { type: 'string' },
        verify: { type: 'boolean', default: false },
        currency: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      for (const line of help.split('\n')) print(line)
      return exitCodes.well
    }
    const [path] = positionals
    if (path === undefined || positionals.length > 1) throw new Error('Name one file: counterfoil-open FILE')
    const { currency } = values
    if (currency !== undefined && !isCurrency(currency))
      throw new Error(`${currency} is no currency of ISO 4217`)
    const content = await openContent(path, {
      shopKey: values['shop-key'],
      passphraseFile: values['passphrase-file'],
      ask,
    })
    return await show(readFile(content), values, print)
  } catch (error) {
    printError(`counterfoil-open: ${error instanceof Error ? error.message : String(error)}`)
    printError('Try counterfoil-open --help')
    return exitCodes.impossible
  }
}

/** Throws in plain words if the content is not a journal's. */
function readFile(content: unknown): JournalFile {
  const read = readJournalFile(content)
  if (read.tag === 'newer') throw new Error('a newer release wrote it: install that one')
  if (read.tag === 'unsound') throw new Error(read.why)
  return read.file
}

async function show(file: JournalFile, wanted: Wanted, print: CommandContext['print']): Promise<ExitCode> {
  for (const line of describeFile(file)) print(line)
  if (wanted.lines !== undefined) {
    // It is not for everybody on this machine, and replaces nothing.
    await writeFile(wanted.lines, entriesToLines(file.entries), { mode: 0o600, flag: 'wx' })
    print(`Written: ${wanted.lines}`)
  }
  const isSound = wanted.verify ? await verify(file, print) : true
  if (wanted.entry !== undefined) {
    const shown = showEntry(file, wanted.entry, wanted.currency ?? file.currency ?? 'EUR', print)
    return isSound ? shown : exitCodes.found
  }
  print('')
  for (const entry of searchEntries(file.entries, wanted.search ?? '')) print(describeEntry(entry))
  return isSound ? exitCodes.well : exitCodes.found
}

function showEntry(
  { entries }: JournalFile,
  id: string,
  currency: string,
  print: CommandContext['print'],
): ExitCode {
  const entry = entries.find((one) => one.id === id)
  if (!entry) {
    print(`There is no operation ${id} in it`)
    return exitCodes.found
  }
  const slip = describeSlip(entry, currency).map((line) => `  ${line}`)
  for (const line of ['', describeEntry(entry), '', ...describeHistory(entry, currency), '', ...slip])
    print(line)
  return exitCodes.well
}

async function verify({ audit }: JournalFile, print: CommandContext['print']): Promise<boolean> {
  if (audit === undefined)
    throw new Error('it has no log to check: export it with exportJournal(passphrase, { audit: true })')
  const report = await checkJournal(audit)
  for (const line of ['', ...describeReport(report, false)]) print(line)
  return report.findings.length === 0
}
