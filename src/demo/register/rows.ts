import { shopCurrency } from '../currency.js'
import { create, setText } from '../dom.js'
import { createIcon } from '../icons.js'
import {
  isUsedLine,
  isUsedPayment,
  lineToAmount,
  linesToCents,
  methodNames,
  paymentsToCents,
} from './bodies.js'
import { centsToText } from './decimals.js'
import type { ListName, Lists } from './drafts.js'
import { createFault, createMethods, keys, type Control } from './fields.js'
import type { Voice } from './voice.js'

/** The rows of a receipt or of an order's payments, with their sum. */
export interface Rows<Item> {
  element: HTMLElement
  /** The rows in use; the first row always counts as used. */
  read(): Item[]
  fill(items: readonly Item[]): void
  showError(index: number, part: string, text: string): HTMLElement | undefined
  clearErrors(): void
  /** One control of a row in use. */
  find(index: number, part: string): Control | undefined
}

/** The differences between the lists. */
interface RowPlan<Item> {
  parts: readonly (keyof Item & string)[]
  empty: Item
  isUsed: (item: Item) => boolean
  /** The amount of one row, if the row does not show it itself. */
  rowToAmount?: (item: Item) => string | undefined
  sum: (items: readonly Item[]) => bigint | undefined
  sumName: 'total' | 'sum'
}

type RowPlans = { [List in ListName]: RowPlan<Lists[List]> }

const rowPlans: RowPlans = {
  lines: {
    parts: ['name', 'price', 'quantity'],
    empty: { name: '', price: '', quantity: '1' },
    isUsed: isUsedLine,
    rowToAmount: lineToAmount,
    sum: linesToCents,
    sumName: 'total',
  },
  payments: {
    parts: ['method', 'amount'],
    empty: { method: methodNames[2], amount: '' },
    isUsed: isUsedPayment,
    sum: paymentsToCents,
    sumName: 'sum',
  },
}

/** Creates one list; its ids begin with the form's name. */
export function createRows<List extends ListName>(
  prefix: string,
  list: List,
  voice: Voice,
): Rows<Lists[List]> {
  const parts = { prefix: `${prefix}-${list}`, list, voice }
  return list === 'lines'
    ? (connectRows(rowPlans.lines, parts) as unknown as Rows<Lists[List]>)
    : (connectRows(rowPlans.payments, parts) as unknown as Rows<Lists[List]>)
}

interface RowParts {
  prefix: string
  list: ListName
  voice: Voice
}

interface Row<Item> {
  element: HTMLElement
  read(): Item
  first: Control
  find(part: string): Control | undefined
  show(number: number): void
  showError(part: string, text: string): HTMLElement | undefined
  clearErrors(): void
}

type Fields = Record<string, string>

function connectRows<Item extends object>(plan: RowPlan<Item>, parts: RowParts): Rows<Item> {
  const { texts } = parts.voice
  let rows: Row<Item>[] = []
  let count = 0
  const list = create('div', { class: `rows rows-${parts.list}` })
  const total = create('strong', { class: 'amount', 'data-testid': `${parts.prefix}-total` })
  const sum = create('p', { class: 'total' }, texts[plan.sumName], ' ', total)
  const words = texts.lists[parts.list]
  const add = create('button', { type: 'button', class: 'button quiet' }, createIcon('plus'), words.add)
  const readUsed = () => findUsed(rows, plan).map((row) => row.read())
  const show = () => {
    for (const [index, row] of rows.entries()) row.show(index + 1)
    setText(total, describeSum(plan.sum(readUsed().filter(plan.isUsed)), parts.voice))
  }

  function append(item: Item): Row<Item> {
    count += 1
    const row = createRow(plan, item, { ...parts, prefix: `${parts.prefix}-${count}` }, () => {
      remove(row)
    })
    rows.push(row)
    list.append(row.element)
    return row
  }

  function remove(row: Row<Item>): void {
    const index = rows.indexOf(row)
    row.element.remove()
    rows = rows.filter((other) => other !== row)
    if (rows.length === 0) append(plan.empty)
    rows[Math.max(0, index - 1)]?.first.focus()
    show()
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function fill(items: readonly Item[]): void {
    list.replaceChildren()
    ;[rows, count] = [[], 0]
    for (const item of items.length > 0 ? items : [plan.empty]) append(item)
    show()
  }

  add.addEventListener('click', () => {
    append(plan.empty).first.focus()
    show()
  })
  list.addEventListener('input', show)
  fill([])
  return {
    element: composeRows(words.legend, list, add, sum),
    read: readUsed,
    fill,
    showError: (index, part, text) => findUsed(rows, plan)[index]?.showError(part, text),
    find: (index, part) => findUsed(rows, plan)[index]?.find(part),
    clearErrors: () => {
      rows.forEach(clearRow)
    },
  }
}

function describeSum(cents: bigint | undefined, { formats }: Voice): string {
  return formats.money(cents === undefined ? undefined : centsToText(cents))
}

function clearRow(row: { clearErrors(): void }): void {
  row.clearErrors()
}

function composeRows(legend: string, list: HTMLElement, add: HTMLElement, total: HTMLElement): HTMLElement {
  return create(
    'fieldset',
    { class: 'receipt field-wide' },
    create('legend', {}, legend),
    list,
    create('div', { class: 'receipt-foot' }, add, total),
  )
}

function findUsed<Item>(rows: readonly Row<Item>[], { isUsed }: RowPlan<Item>): Row<Item>[] {
  const used = rows.filter((row) => isUsed(row.read()))
  return used.length > 0 ? used : rows.slice(0, 1)
}

function createRow<Item extends object>(
  plan: RowPlan<Item>,
  item: Item,
  { prefix, list, voice }: RowParts,
  onRemove: () => void,
): Row<Item> {
  const { texts, formats } = voice
  const labels: Fields = texts.columns[list]
  const cells = plan.parts.map((part) => {
    const control = createCell(`${prefix}-${part}`, part, voice)
    const value = (item as Fields)[part] ?? ''
    control.value = control.matches('.number') ? formats.typed(value) : value
    return { part, control, fault: createFault(`${prefix}-${part}-error`) }
  })
  const amount = create('span', { class: 'amount row-amount' })
  const removal = create('button', { type: 'button', class: 'button icon-only' }, createIcon('cut'))
  removal.addEventListener('click', onRemove)
  const element = create(
    'div',
    { class: 'row', role: 'group' },
    ...cells.map(({ part, control }) =>
      create(
        'div',
        { class: `row-${part}` },
        create('label', { for: control.id }, labels[part] ?? ''),
        control,
      ),
    ),
    ...(plan.rowToAmount ? [amount] : []),
    removal,
    create('div', { class: 'row-errors' }, ...cells.map(({ fault }) => fault.element)),
  )
  const read = () => Object.fromEntries(cells.map(({ part, control }) => [part, control.value])) as Item
  const findCell = (part: string) => cells.find((one) => one.part === part)
  const [first] = cells
  if (!first) throw new Error('cannot build a row: its plan names no parts')
  return {
    element,
    read,
    first: first.control,
    find: (part) => findCell(part)?.control,
    show(number) {
      const words = texts.lists[list]
      element.setAttribute('aria-label', words.row(String(number)))
      removal.setAttribute('aria-label', words.remove(String(number)))
      const found = plan.rowToAmount?.(read())
      setText(amount, found === undefined ? '' : formats.money(found))
    },
    showError(part, text) {
      const cell = findCell(part)
      cell?.fault.describe(cell.control, text)
      return cell?.control
    },
    clearErrors() {
      for (const { control, fault } of cells) fault.describe(control, '')
    },
  }
}

function createCell(id: string, part: string, { texts }: Voice): Control {
  if (part === 'method') return createMethods(id, '', texts)
  const plain = { id, autocomplete: 'off', enterkeyhint: 'next' }
  if (part === 'name') return create('input', { ...plain, type: 'text' })
  return create('input', {
    ...plain,
    ...(part !== 'quantity' && shopCurrency.digits === 0 ? keys.numeric : keys.decimal),
    type: 'text',
    class: 'number',
    'data-money': part !== 'quantity',
  })
}
