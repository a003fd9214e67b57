import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { decodeText } from '../domain/text-file.js'
import { isNewerAudit } from '../journal/seal/index.js'
import { checkJournal } from './check.js'
import { guardTerminal, type CommandContext } from './context.js'
import { splitNotes } from './log.js'
import { type ContentKey, obstacles, openContent } from './open-content.js'
import { toPlainJson } from './plain.js'
import { describeReport } from './report.js'

const help = `counterfoil-verify FILE: checks an exported journal without the till

  FILE is what till.exportJournal(passphrase, { audit: true }) wrote. The passphrase is asked for; without a
  terminal it is the first line of the standard input.

  --checkpoints FILE  checkpoints that were kept apart from the till; may be given several times
  --key KEY           the till's public key, if it was kept apart
  --passphrase-file FILE
                      read the passphrase from the first line of this file, and ask for none
  --shop-key FILE     the shop's private key (JWK), for a file that is sealed to the shop
  --json              print the report as JSON
  --help              show this

The exit code is 0 if everything is as it was signed, 1 if something is not, and 2 if the check was not possible.`

const exitCodes = { sound: 0, unsound: 1, impossible: 2 } as const

/** Runs the check and returns the exit code. */
export async function runVerify(args: readonly string[], context: CommandContext): Promise<number> {
  const { print, printError, ask } = guardTerminal(context)
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        checkpoints: { type: 'string', multiple: true, default: [] },
        key: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'shop-key': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      for (const line of help.split('\n')) print(line)
      return exitCodes.sound
    }
    const [path] = positionals
    if (path === undefined || positionals.length > 1)
      throw new Error('Name one file: counterfoil-verify FILE')
    const texts = await Promise.all(values.checkpoints.map(async (file) => decodeText(await readFile(file))))
    const checkpoints = texts.flatMap(splitNotes)
    if (texts.length > 0 && checkpoints.length === 0)
      throw new Error('There is no checkpoint in the files given')
    const content = await openAudit(path, {
      shopKey: values['shop-key'],
      passphraseFile: values['passphrase-file'],
      ask,
    })
    const key = values.key?.trim()
    const report = await checkJournal(content, { checkpoints, key })
    const isKeptApart = key !== undefined || report.compared > 0
    if (checkpoints.length > 0 && report.compared === 0 && report.findings.length === 0)
      throw new Error('Every checkpoint given is older than the log of the file: give a later one')
    const lines = values.json ? toPlainJson(report, 2).split('\n') : describeReport(report, isKeptApart)
    for (const line of lines) print(line)
    return report.findings.length === 0 ? exitCodes.sound : exitCodes.unsound
  } catch (error) {
    printError(`counterfoil-verify: ${error instanceof Error ? error.message : String(error)}`)
    printError('Try counterfoil-verify --help')
    return exitCodes.impossible
  }
}

async function openAudit(path: string, secret: ContentKey): Promise<unknown> {
  const content = await openContent(path, secret)
  const kind = (content as { kind?: unknown } | null)?.kind
  if (kind === 'copy' || kind === 'hand-over')
    throw new Error(`${path} has no log: export it with exportJournal(passphrase, { audit: true })`)
  if (isNewerAudit(content)) throw new Error(`${path} ${obstacles.newer}`)
  return content
}
