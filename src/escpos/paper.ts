import type { Voice } from '../elements/element.js'
import { nameOfPayment, slipToFacts } from '../elements/receipt/facts.js'
import { isDetailed, type Slip } from '../elements/receipt/slip.js'
import { centerText, drawRule, pairTexts, wrapText, type PaperLine } from './layout.js'

/** What the lines of a slip are made for. */
export interface Paper {
  columns: number
  voice: Voice
  money: (amount: string | number) => string
  /** The text in characters that the printer has. */
  print: (text: string) => string
  isReprint: boolean
}

const blank: PaperLine = { text: '' }

/** A slip as lines, up to its code and after it. */
export function slipToPaper(slip: Slip, paper: Paper): { head: PaperLine[]; foot: PaperLine[] } {
  const marks = renderMarks(slip, paper)
  const issuer = renderIssuer(slip, paper)
  const sections = [
    [...marks, ...issuer, ...(issuer.length > 0 ? [blank] : []), ...renderKind(slip, paper)],
    renderFacts(slip, paper),
    renderItems(slip, paper),
    renderTotal(slip, paper),
  ].filter((lines) => lines.length > 0)
  const rule: PaperLine = { text: drawRule(paper.columns) }
  const id = centerText(paper.print(slip.id), paper.columns).map((text) => ({ text }))
  return {
    head: [...sections.flatMap((lines, index) => (index === 0 ? lines : [rule, ...lines])), blank],
    // A mark at one end alone could be torn off.
    foot: [...id, ...marks],
  }
}

/** What everybody must see at once. */
function renderMarks({ mark }: Slip, { columns, voice, print, isReprint }: Paper): PaperLine[] {
  const { slip: texts } = voice.texts
  const marks = [texts.notice, mark ? texts[mark] : '', isReprint ? texts.reprint : '']
  return marks.flatMap((text) =>
    centerText(print(text.toLocaleUpperCase(voice.formats.language)), columns).map((line) => ({
      text: line,
      isBold: true,
    })),
  )
}

function renderIssuer({ issuer }: Slip, { columns, print }: Paper): PaperLine[] {
  return issuer.flatMap((text, index) =>
    centerText(print(text), columns).map((line) => ({ text: line, ...(index === 0 && { isBold: true }) })),
  )
}

function renderKind({ kind }: Slip, { columns, voice, print }: Paper): PaperLine[] {
  return centerText(print(voice.texts.kinds[kind]), columns).map((text) => ({ text, isBold: true }))
}

function renderFacts(slip: Slip, { columns, voice, print }: Paper): PaperLine[] {
  return slipToFacts(slip, voice).flatMap(([name, value]) =>
    pairTexts(print(name), print(value), columns).map((text) => ({ text })),
  )
}

function renderItems({ lines }: Slip, { columns, money, print, voice }: Paper): PaperLine[] {
  return lines.flatMap((line) => {
    const { name, quantity, price, amount } = line
    const parts = [
      quantity === undefined ? '' : voice.formats.typed(quantity, false),
      price === undefined ? '' : `× ${money(price)}`,
    ]
    const detail = isDetailed(line) ? parts.join(' ').trim() : ''
    const indented = wrapText(print(detail), columns - indent).map((text) => ' '.repeat(indent) + text)
    const named = pairTexts(print(name), amount === undefined ? '' : print(money(amount)), columns)
    return [...named, ...indented].map((text) => ({ text }))
  })
}

const indent = 2

function renderTotal({ total, hasReceipt, payments }: Slip, paper: Paper): PaperLine[] {
  const { columns, voice, money, print } = paper
  const { slip: texts } = voice.texts
  const sum =
    total === undefined
      ? wrapText(print(hasReceipt ? texts.noTotal : ''), columns).map((text) => ({ text }))
      : pairTexts(print(texts.total), print(money(total)), columns).map((text) => ({
          text,
          isBold: true,
          isTall: true,
        }))
  const paid = payments.flatMap((payment) => {
    const amount = payment.amount === undefined ? '' : print(money(payment.amount))
    return pairTexts(print(nameOfPayment(payment, texts.paid)), amount, columns).map((text) => ({ text }))
  })
  return [...sum, ...paid]
}
