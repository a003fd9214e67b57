import { create, draw, setText, showText } from '../dom.js'
import { requestToAmount } from '../register/requests.js'
import { maskCard } from '../words.js'
import type { Ledger, LedgerEffect } from './control.js'
import type { LabVoice } from './formats.js'
import { createLegendItem } from './legend.js'
import { createSection } from './section.js'
import { ledgerToTally, type Fate, type Tally } from './tally.js'

const dotsShown = 20
const effectsShown = 5

export interface TallySection {
  element: HTMLElement
  show: (ledger: Ledger) => void
}

/** Creates the comparison of requests and effects, as numbers, as a picture and as a list. */
export function createTallySection(voice: LabVoice): TallySection {
  const { tally: texts } = voice.texts
  const figures = createFigures(voice)
  const picture = create('div', { class: 'lab-dots', 'data-testid': 'tally-picture' })
  const legend = create('ul', { class: 'lab-legend' })
  const notes = create('p', { class: 'lab-note' })
  const rows = create('tbody', { 'data-testid': 'effects' })
  const table = createTable(voice, rows)
  const element = createSection(
    texts.title,
    create('p', { class: 'lab-note' }, texts.hint),
    figures.element,
    picture,
    legend,
    notes,
    table,
  )
  return {
    element,
    show: (ledger) => {
      const tally = ledgerToTally(ledger)
      figures.show(tally)
      const fates = tally.fates.slice(-dotsShown)
      picture.replaceChildren(...(fates.length === 0 ? [] : [drawDots(tally, fates, voice)]))
      legend.replaceChildren(...createLegend(fates, voice))
      showText(notes, describeNotes(tally, ledger, voice))
      table.hidden = ledger.effects.length === 0
      const latest = ledger.effects.slice(-effectsShown).reverse()
      const now = new Date()
      rows.replaceChildren(...latest.map((effect) => effectToRow(effect, voice, now)))
    },
  }
}

function createFigures({ texts: { tally: texts }, formats }: LabVoice) {
  const names = ['arrived', 'applied', 'twice'] as const
  const testIds = { arrived: 'arrival-count', applied: 'effect-count', twice: 'twice-count' }
  const figures = names.map((name) => {
    const value = create('dd', { 'data-testid': testIds[name] }, '–')
    const figure = create(
      'div',
      { class: `lab-figure lab-figure-${name}` },
      create('dt', {}, texts[name]),
      value,
    )
    return { name, value, figure }
  })
  return {
    element: create('dl', { class: 'lab-figures' }, ...figures.map(({ figure }) => figure)),
    show: (tally: Tally) => {
      for (const { name, value, figure } of figures) {
        setText(value, formats.whole(tally[name]))
        figure.dataset.count = tally[name] === 0 ? 'none' : 'some'
      }
    },
  }
}

function describeNotes({ fates, lost, probes }: Tally, { effects }: Ledger, voice: LabVoice): string {
  const { tally: texts } = voice.texts
  const { whole } = voice.formats
  const notes = [
    fates.length === 0 ? texts.empty : '',
    lost === 0 ? '' : texts.lost(lost, whole(lost)),
    probes === 0 ? '' : texts.probes(probes, whole(probes)),
    effects.some(({ operation }) => operation === 'updateReceipt') ? texts.repeats : '',
  ]
  return notes.filter((note) => note !== '').join(' ')
}

const column = 13
const firstColumn = 66
const [arrivedAt, appliedAt] = [12, 44]

/** Draws one column per request: its arrival above, its effect below. */
function drawDots(tally: Tally, fates: readonly Fate[], { texts: { tally: texts }, formats }: LabVoice) {
  const { whole } = formats
  const label = texts.picture({
    arrived: whole(tally.arrived),
    applied: whole(tally.applied),
    twice: whole(tally.twice),
    lost: whole(tally.lost),
  })
  const width = firstColumn + dotsShown * column
  return draw(
    'svg',
    { role: 'img', 'aria-label': label, viewBox: `0 0 ${width} 56` },
    draw('text', { x: 0, y: arrivedAt + 4 }, texts.arrivedRow),
    draw('text', { x: 0, y: appliedAt + 4 }, texts.appliedRow),
    draw('path', {
      class: 'lab-rail',
      d: `M${firstColumn - 4} ${arrivedAt}H${width} M${firstColumn - 4} ${appliedAt}H${width}`,
    }),
    ...fates.map((fate, index) => drawFate(fate, firstColumn + index * column + 5)),
  )
}

function drawFate(fate: Fate, place: number): SVGGElement {
  return draw(
    'g',
    { class: `lab-fate lab-fate-${fate}`, transform: `translate(${place} 0)` },
    ...(hasEffect(fate) ? [draw('path', { class: 'lab-fall', d: `M0 ${arrivedAt}V${appliedAt}` })] : []),
    draw('g', { transform: `translate(0 ${arrivedAt})` }, drawArrival(fate)),
    ...(hasEffect(fate) || fate === 'recognised'
      ? [draw('g', { transform: `translate(0 ${appliedAt})` }, drawEffect(fate))]
      : []),
  )
}

function hasEffect(fate: Fate): boolean {
  return fate === 'answered' || fate === 'unheard' || fate === 'twice'
}

function drawArrival(fate: Fate): SVGElement {
  if (fate === 'lost') return draw('path', { class: 'lab-cross', d: 'M-3.5 -3.5 3.5 3.5 M3.5 -3.5 -3.5 3.5' })
  return draw('circle', { class: fate === 'turned-down' ? 'lab-hollow' : 'lab-solid', r: 4 })
}

function drawEffect(fate: Fate): SVGElement {
  switch (fate) {
    case 'twice':
      return draw('rect', { class: 'lab-solid', x: -5, y: -5, width: 10, height: 10 })
    case 'recognised':
      return draw('circle', { class: 'lab-hollow', r: 4 })
    case 'unheard':
      return draw('path', { class: 'lab-solid', d: 'M0 -5.5 5.5 0 0 5.5 -5.5 0Z' })
    case 'answered':
    case 'turned-down':
    case 'lost':
      return draw('circle', { class: 'lab-solid', r: 4.5 })
  }
}

function createLegend(fates: readonly Fate[], { texts: { tally: texts } }: LabVoice): HTMLElement[] {
  const order: readonly Fate[] = ['answered', 'unheard', 'turned-down', 'recognised', 'lost', 'twice']
  return order
    .filter((fate) => fates.includes(fate))
    .map((fate) => {
      const isAbove = fate === 'turned-down' || fate === 'lost'
      const sign = draw(
        'g',
        { class: `lab-fate lab-fate-${fate}` },
        isAbove ? drawArrival(fate) : drawEffect(fate),
      )
      return createLegendItem(sign, texts.fates[fate])
    })
}

function createTable({ texts: { tally: texts } }: LabVoice, rows: HTMLElement): HTMLTableElement {
  const { operation, card, amount, time } = texts.columns
  const head = create(
    'tr',
    {},
    create('th', { scope: 'col' }, operation),
    create('th', { scope: 'col' }, card),
    create('th', { scope: 'col', class: 'number' }, amount),
    create('th', { scope: 'col', class: 'number' }, time),
  )
  return create(
    'table',
    { class: 'lab-effects', hidden: true },
    create('caption', {}, texts.effects),
    create('thead', {}, head),
    rows,
  )
}

function effectToRow(
  { operation, cards, body, at }: LedgerEffect,
  { texts, formats }: LabVoice,
  now: Date,
): HTMLElement {
  const amount = requestToAmount(body)
  return create(
    'tr',
    {},
    create('td', {}, texts.kinds[operation]),
    create('td', {}, formats.list(cards.map(maskCard))),
    create('td', { class: 'number' }, amount === undefined ? '' : formats.money(amount)),
    create('td', { class: 'number' }, formats.time(new Date(at), now)),
  )
}
