import { linesToTotal } from './bodies.js'
import { centsToNumber, multiplyToCents } from './decimals.js'
import { create, setText } from './dom.js'
import type { Line } from './drafts.js'
import { createFault } from './fields.js'
import { createIcon } from './icons.js'
import { amountToText } from './words.js'

type LinePart = keyof Line

interface Row {
  element: HTMLElement
  controls: Record<LinePart, HTMLInputElement>
  showSum(): void
  showNumber(number: number): void
  showError(part: LinePart, text: string): void
  clearErrors(): void
}

/** The lines of a receipt with their running total. */
export interface Lines {
  element: HTMLElement
  /** The lines in use; the first one always counts. */
  read(): Line[]
  fill(lines: readonly Line[]): void
  showError(index: number, part: LinePart, text: string): HTMLElement | undefined
  clearErrors(): void
}

const emptyLine: Line = { name: '', price: '', quantity: '1' }

export function createLines(): Lines {
  let rows: Row[] = []
  const list = create('div', { class: 'lines' })
  const total = create('strong', { class: 'amount', 'data-testid': 'total' })
  const add = create('button', { type: 'button', class: 'button quiet' }, createIcon('plus'), 'Add a line')

  function show(): void {
    for (const [index, row] of rows.entries()) {
      row.showNumber(index + 1)
      row.showSum()
    }
    const isBlank = !rows.some(isUsed)
    setText(total, amountToText(isBlank ? 0 : linesToTotal(readUsed(rows))))
  }

  function append(line: Line): Row {
    const row = createRow(() => {
      remove(row)
    })
    for (const part of lineParts) row.controls[part].value = line[part]
    rows.push(row)
    list.append(row.element)
    return row
  }

  function remove(row: Row): void {
    const index = rows.indexOf(row)
    row.element.remove()
    rows = rows.filter((other) => other !== row)
    if (rows.length === 0) append(emptyLine)
    rows[Math.max(0, index - 1)]?.controls.name.focus()
    show()
  }

  function fill(lines: readonly Line[]): void {
    list.replaceChildren()
    rows = []
    for (const line of lines.length > 0 ? lines : [emptyLine]) append(line)
    show()
  }

  add.addEventListener('click', () => {
    append(emptyLine).controls.name.focus()
    show()
  })
  list.addEventListener('input', show)
  fill([])
  return {
    element: composeReceipt(list, add, total),
    read: () => readUsed(rows),
    fill,
    showError(index, part, text) {
      return showErrorAt(findUsed(rows)[index], part, text)
    },
    clearErrors() {
      for (const row of rows) row.clearErrors()
    },
  }
}

function showErrorAt(row: Row | undefined, part: LinePart, text: string): HTMLElement | undefined {
  row?.showError(part, text)
  return row?.controls[part]
}

function composeReceipt(list: HTMLElement, add: HTMLElement, total: HTMLElement): HTMLElement {
  return create(
    'fieldset',
    { class: 'receipt field-wide' },
    create('legend', {}, 'Receipt'),
    list,
    create('div', { class: 'receipt-foot' }, add, create('p', { class: 'total' }, 'Total ', total)),
  )
}

const lineParts: readonly LinePart[] = ['name', 'price', 'quantity']

function isUsed({ controls: { name, price } }: Row): boolean {
  return name.value.trim() !== '' || price.value.trim() !== ''
}

function findUsed(rows: readonly Row[]): Row[] {
  const used = rows.filter(isUsed)
  return used.length > 0 ? used : rows.slice(0, 1)
}

function readUsed(rows: readonly Row[]): Line[] {
  return findUsed(rows).map(({ controls: { name, price, quantity } }) => ({
    name: name.value,
    price: price.value,
    quantity: quantity.value,
  }))
}

const partLabels: Record<LinePart, string> = { name: 'Item', price: 'Price', quantity: 'Quantity' }

let rowCount = 0

function createRow(onRemove: () => void): Row {
  rowCount += 1
  const id = `line-${rowCount}`
  const controls = {
    name: create('input', { id: `${id}-name`, autocomplete: 'off' }),
    price: createNumber(`${id}-price`),
    quantity: createNumber(`${id}-quantity`),
  }
  const faults = lineParts.map((part) => [part, createFault(`${id}-${part}-error`)] as const)
  const sum = create('span', { class: 'amount line-sum' })
  const removal = create('button', { type: 'button', class: 'button icon-only' }, createIcon('cut'))
  removal.addEventListener('click', onRemove)
  const cells = lineParts.map((part) =>
    create(
      'div',
      { class: `line-${part}` },
      create('label', { for: controls[part].id }, partLabels[part]),
      controls[part],
    ),
  )
  const errors = create('div', { class: 'line-errors' }, ...faults.map(([, { element }]) => element))
  const element = create('div', { class: 'line', role: 'group' }, ...cells, sum, removal, errors)
  return {
    element,
    controls,
    showSum() {
      const cents = multiplyToCents(controls.price.value, controls.quantity.value)
      setText(sum, cents === undefined ? '' : amountToText(centsToNumber(cents)))
    },
    showNumber(number) {
      element.setAttribute('aria-label', `Line ${number}`)
      removal.setAttribute('aria-label', `Remove line ${number}`)
    },
    showError(part, text) {
      faults.find(([name]) => name === part)?.[1].describe(controls[part], `${partLabels[part]}: ${text}`)
    },
    clearErrors() {
      for (const [part, fault] of faults) fault.describe(controls[part], '')
    },
  }
}

function createNumber(id: string): HTMLInputElement {
  return create('input', { id, autocomplete: 'off', inputmode: 'decimal', class: 'number' })
}
