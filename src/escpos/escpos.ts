import ReceiptPrinterEncoder, {
  type ReceiptPrinterEncoderOptions,
} from '@point-of-sale/receipt-printer-encoder'
import type { ListedEntry } from '../domain/entry.js'
import { InvalidOptions } from '../domain/errors.js'
import { createMoneyFormat } from '../elements/amounts.js'
import { createFormats } from '../elements/formats.js'
import { entryToSlip } from '../elements/receipt/slip.js'
import { findTexts, loadLanguage } from '../elements/texts/languages.js'
import type { TextsChange } from '../elements/texts/texts.js'
import { characterToPage, releaseBlanks, splitByPage, toPrintable } from './characters.js'
import type { PaperLine } from './layout.js'
import { slipToPaper } from './paper.js'

/** The characters in a line: 48, 44 or 42 on paper of 80 mm, 35 or 32 on paper of 58 mm. */
export type PaperColumns = 32 | 35 | 42 | 44 | 48

/** The printer and the words of a slip. */
export interface EscposOptions {
  /** The characters in a line of the printer: 42 by default, or what its model has. */
  columns?: PaperColumns | undefined
  /** The language of the words and amounts, such as `it`; English by default. */
  language?: string | undefined
  /** The ISO 4217 code of the currency of all amounts, such as the till's; EUR by default. */
  currency?: string | undefined
  /** Texts of your own, such as `{ slip: { notice: 'Training' } }`. */
  texts?: TextsChange | undefined
  /** Whether the slip was printed before, and says so. */
  isReprint?: boolean | undefined
  /** A model that the encoder knows, such as `epson-tm-t88vi`: it sets columns, code pages and feed. */
  printerModel?: string | undefined
  /** The number of each code page at the printer, such as `{ cp437: 0, cp858: 19 }`, or a mapping that the encoder knows. */
  codepages?: Readonly<Record<string, number>> | string | undefined
  /** How the paper is cut; a printer without a cutter needs `none`. A full cut by default. */
  cut?: 'full' | 'partial' | 'none' | undefined
}

/**
 * The slip of an entry as bytes for a receipt printer that understands ESC/POS: what the receipt has, cards masked,
 * the marks of its state, and a QR code of the receipt's number, or else of the entry's id.
 */
export async function entryToEscpos(entry: ListedEntry, options: EscposOptions = {}): Promise<Uint8Array> {
  const { language = 'en', currency = 'EUR', texts, isReprint = false, cut = 'full' } = options
  const encoder = createEncoder(options)
  await loadLanguage(language)
  const isPrintable = createCheck(options)
  const print = (text: string) => toPrintable(text, isPrintable)
  const formats = createFormats(language, currency)
  const slip = entryToSlip(entry)
  const { head, foot } = slipToPaper(slip, {
    columns: encoder.columns,
    voice: { texts: findTexts(language, texts), formats },
    money: createPaperMoney(formats.language, currency, print),
    print,
    isReprint,
  })
  encoder.initialize().codepage('auto')
  writeLines(encoder, head)
  encoder
    .align('center')
    .qrcode(slip.number?.toString() ?? slip.id)
    .align('left')
  writeLines(encoder, foot)
  encoder.newline(cut === 'none' ? linesToTear : 1)
  if (cut !== 'none') encoder.cut(cut)
  return encoder.encode()
}

/** In most printers the knife, or the edge to tear at, is some lines above the line that is printed. */
const linesToTear = 4

/** Code pages that most printers have, with the number that they have at most of them. */
const usualCodepages = { cp437: 0, cp858: 19, cp852: 18, windows1252: 16, cp866: 17, cp737: 14 }

function createEncoder(options: EscposOptions): ReceiptPrinterEncoder {
  const { columns, printerModel, codepages } = options
  const failures = findFailures(options)
  if (failures.length > 0) throw new InvalidOptions(failures, 'entryToEscpos')
  const mapping = codepages ?? (printerModel === undefined ? usualCodepages : undefined)
  return new ReceiptPrinterEncoder({
    ...(columns !== undefined && { columns }),
    ...(printerModel === undefined ? { feedBeforeCut: linesToTear } : { printerModel }),
    ...(mapping !== undefined && { codepageMapping: mapping }),
    // The types of the encoder list the names that it knows; a name it does not know is refused above.
  } as ReceiptPrinterEncoderOptions)
}

function findFailures({ columns, printerModel, codepages }: EscposOptions) {
  const isModel = ReceiptPrinterEncoder.printerModels.some(({ id }) => id === printerModel)
  return [
    ...(columns === undefined || paperColumns.includes(columns)
      ? []
      : [{ path: 'columns', expected: paperColumns.join(', '), found: String(columns) }]),
    ...(printerModel === undefined || isModel
      ? []
      : [{ path: 'printerModel', expected: 'a model that the encoder knows', found: printerModel }]),
    ...(typeof codepages !== 'string' || isMapping(codepages)
      ? []
      : [{ path: 'codepages', expected: 'numbers, or a mapping that the encoder knows', found: codepages }]),
  ]
}

const paperColumns: readonly number[] = [32, 35, 42, 44, 48] satisfies PaperColumns[]

function isMapping(codepages: string): boolean {
  try {
    new ReceiptPrinterEncoder({ codepageMapping: codepages } as ReceiptPrinterEncoderOptions)
    return true
  } catch {
    // The encoder throws for a mapping that it does not know.
    return false
  }
}

/** Whether the printer has a character: the encoder writes a question mark for any other. */
function createCheck(options: EscposOptions): (character: string) => boolean {
  const encoder = createEncoder(options)
  const isWritten = (character: string, page: typeof latin | 'auto') =>
    !encoder.codepage(page).text(character).encode().includes(questionMark)
  const pages = {
    any: (character: string) => isWritten(character, 'auto'),
    latin: (character: string) => hasLatin(options) && isWritten(character, latin),
    none: () => false,
  }
  const known = new Map<string, boolean>()
  return (character) => {
    const isKnown = known.get(character) ?? pages[characterToPage(character)](character)
    known.set(character, isKnown)
    return isKnown
  }
}

const latin = 'windows1252'

function hasLatin(options: EscposOptions): boolean {
  try {
    createEncoder(options).codepage(latin)
    return true
  } catch {
    // The encoder throws for a code page that the printer does not have.
    return false
  }
}

const questionMark = 0x3f

/** Amounts with the currency's sign, or with its code where the printer lacks the sign. */
function createPaperMoney(locale: string, currency: string, print: (text: string) => string) {
  const format = createMoneyFormat(locale, currency)
  return print(format(1)).includes('?') ? createMoneyFormat(locale, currency, { display: 'code' }) : format
}

function writeLines(encoder: ReceiptPrinterEncoder, lines: readonly PaperLine[]): void {
  for (const { text, isBold = false, isTall = false } of lines) {
    if (isBold) encoder.bold(true)
    if (isTall) encoder.height(2)
    writeText(encoder, releaseBlanks(text))
    if (isTall) encoder.height(1)
    if (isBold) encoder.bold(false)
    encoder.newline()
  }
}

function writeText(encoder: ReceiptPrinterEncoder, text: string): void {
  for (const [index, part] of splitByPage(text).entries()) {
    if (part === '') continue
    if (index % 2 === 0) encoder.text(part)
    else encoder.codepage(latin).text(part).codepage('auto')
  }
}
