import { toCanonicalJson } from '../domain/canonical.js'
import type { Product, Receipt, ReceiptPayment } from '../domain/models.js'
import { receiptMisfits, sumProducts } from '../domain/receipt.js'
import * as structs from '../domain/structs.js'

/** The last version that both sides knew, if there was one, and what each side made of it. */
export interface Versions {
  base: Receipt | undefined
  ours: Receipt
  theirs: Receipt
  /** How many decimals an amount has; two unless told. */
  decimals?: number | undefined
}

/** One place where both sides say something else; an absent member means that nothing stands there. */
export interface Clash {
  path: string
  base?: unknown
  ours?: unknown
  theirs?: unknown
}

/** A receipt merged whole, or as far as it goes: where it clashes, it says what ours says. */
export type Merge = { tag: 'merged'; receipt: Receipt } | { tag: 'clash'; receipt: Receipt; clashes: Clash[] }

interface Sides<Value = unknown> {
  base: Value
  ours: Value
  theirs: Value
}

interface Merged {
  value: unknown
  clashes: Clash[]
}

/** The paths at which a person takes what the other side says. */
type Chosen = ReadonlySet<string>

/** Merges what is given on both sides and was changed on both. */
type Merger = (sides: Sides, place: string, chosen: Chosen) => Merged

const nothingChosen: Chosen = new Set()

const mergeProduct = createFieldMerger(structs.Product.schema)
const mergePayment = createFieldMerger(structs.ReceiptPayment.schema)
const mergeFields = createFieldMerger(structs.Receipt.schema, {
  IssuerData: createFieldMerger(structs.IssuerData.schema),
  SenderData: createFieldMerger(structs.SenderData.schema),
  Products: createListMerger(identifyProduct, mergeProduct),
  Payments: createListMerger(identifyPayment, mergePayment),
})

const listNames = ['Products', 'Payments'] as const

/** Brings two versions of a receipt together; what was changed on both sides is left to a person. */
export function mergeReceipts(versions: Versions): Merge {
  const { base, ours, theirs, decimals } = versions
  const { value, clashes } = mergeFields(versions, '', nothingChosen)
  const receipt = value as Receipt
  const swapped = mergeFields({ base, ours: theirs, theirs: ours }, '', nothingChosen).value as Receipt
  const isTotalOpen =
    clashes.some(({ path }) => path === 'Total') ||
    [receipt, swapped].some((merged) => isTotalAstray(merged, [ours, theirs], decimals))
  if (!isTotalOpen)
    return clashes.length > 0 ? { tag: 'clash', receipt, clashes } : { tag: 'merged', receipt }
  const open = [...findOpenLists(versions, receipt, swapped), 'Total'] as const
  const others = clashes.filter(({ path }) => !open.some((name) => path.startsWith(name)))
  const whole = open.map((name) =>
    createClash(
      mapSides<Receipt | undefined, unknown>(versions, (side) => side?.[name]),
      name,
    ),
  )
  return { tag: 'clash', receipt: takeWhole(receipt, whole, nothingChosen), clashes: [...others, ...whole] }
}

/** The receipt once a person has chosen: theirs at these paths, ours wherever else the two clash. */
export function settleMerge(versions: Versions, theirs: readonly string[]): Receipt {
  const merge = mergeReceipts(versions)
  const chosen = new Set(theirs)
  const receipt = mergeFields(versions, '', chosen).value as Receipt
  return merge.tag === 'clash' ? takeWhole(receipt, merge.clashes, chosen) : receipt
}

/** The receipt with the chosen side of each field that clashes as a whole. */
function takeWhole(receipt: Receipt, clashes: readonly Clash[], chosen: Chosen): Receipt {
  const whole = clashes.filter(({ path }) => !/\W/.test(path))
  const values = whole.map(({ path, ours, theirs }) => [path, chosen.has(path) ? theirs : ours] as const)
  return dropAbsent({ ...receipt, ...Object.fromEntries(values) })
}

/** Lists of money that a person chooses as a whole: what comes of both sides suits neither total, nor its own sum. */
function findOpenLists({ ours, theirs, decimals }: Versions, merged: Receipt, swapped: Receipt) {
  const suits = (receipt: Receipt, Total: number | undefined) =>
    receiptMisfits({ ...receipt, Total }, decimals).length === 0
  const isSummed = [merged, swapped].some((receipt) => {
    const items = sumProducts(receipt)
    return items && suits(receipt, items.toNumber())
  })
  if (isSummed || (suits(merged, ours.Total) && suits(swapped, theirs.Total))) return []
  return listNames.filter((name) => !isSame(ours[name], theirs[name]))
}

/** Money that comes from both sides may have a total that neither of them meant; it is never recomputed. */
function isTotalAstray(merged: Receipt, sides: readonly Receipt[], decimals?: number): boolean {
  const isOneSided = sides.some((side) =>
    (['Products', 'Payments', 'Total'] as const).every((name) => isSame(merged[name], side[name])),
  )
  return !isOneSided && receiptMisfits(merged, decimals).length > 0
}

function mergeValue(sides: Sides, place: string, chosen: Chosen, mergeInside: Merger = clash): Merged {
  const { base, ours, theirs } = sides
  if (isSame(ours, theirs) || isSame(base, theirs)) return { value: ours, clashes: [] }
  if (isSame(base, ours)) return { value: theirs, clashes: [] }
  return (ours === undefined || theirs === undefined ? clash : mergeInside)(sides, place, chosen)
}

function clash(sides: Sides, place: string, chosen: Chosen): Merged {
  return { value: chosen.has(place) ? sides.theirs : sides.ours, clashes: [createClash(sides, place)] }
}

function createClash({ base, ours, theirs }: Sides, path: string): Clash {
  return dropAbsent({ path, base, ours, theirs })
}

/** The names come from the model, never from a receipt, so no name of the service's choosing is written. */
function createFieldMerger(schema: object, inside: Readonly<Record<string, Merger>> = {}): Merger {
  const names = Object.keys(schema)
  return (sides, place, chosen) => {
    const fields = names.map((name) => {
      const parts = mapSides(sides, (side) => (side as Record<string, unknown> | undefined)?.[name])
      return { name, ...mergeValue(parts, place === '' ? name : `${place}.${name}`, chosen, inside[name]) }
    })
    return {
      value: dropAbsent(Object.fromEntries(fields.map(({ name, value }) => [name, value]))),
      clashes: fields.flatMap(({ clashes }) => clashes),
    }
  }
}

/** What an item goes by inside its list; nothing, if it has no name of its own. */
type Identify = (item: unknown) => string | undefined

function createListMerger(identify: Identify, mergeItem: Merger): Merger {
  return (sides, place, chosen) => {
    const lists = mapSides(sides, (side) => (side ?? []) as unknown[])
    if (!isMatchable(lists, identify)) return clash(sides, place, chosen)
    const { base, ours, theirs } = mapSides(lists, (list) => listToItems(list, identify))
    const keys = [...new Set([...ours.keys(), ...theirs.keys()])]
    const items = keys.map((key) => {
      const item = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) }
      return mergeValue(item, `${place}${key}`, chosen, mergeItem)
    })
    return {
      value: items.flatMap(({ value }) => (value === undefined ? [] : [value])),
      clashes: items.flatMap(({ clashes }) => clashes),
    }
  }
}

/** An item without a name can only be known by its position, and only while every list has it in the same place. */
function isMatchable(lists: Sides<unknown[]>, identify: Identify): boolean {
  const { base, ours, theirs } = mapSides(lists, (list) => list.map((item) => identify(item) === undefined))
  const isNamed = ![...base, ...ours, ...theirs].includes(true)
  return isNamed || (isSame(base, ours) && isSame(base, theirs))
}

/** Each item under the last part of its path: `[Code=P1]`, its first repetition `[Code=P1][1]`, or `[0]`. */
function listToItems(list: readonly unknown[], identify: Identify): Map<string, unknown> {
  const counts = new Map<string, number>()
  return new Map(
    list.map((item, index) => {
      const identity = identify(item)
      if (identity === undefined) return [`[${index}]`, item]
      const count = counts.get(identity) ?? 0
      counts.set(identity, count + 1)
      return [count === 0 ? `[${identity}]` : `[${identity}][${count}]`, item]
    }),
  )
}

function identifyProduct(item: unknown): string | undefined {
  const { Code, Name } = item as Product
  return spell('Code', Code) ?? spell('Name', Name)
}

function identifyPayment(item: unknown): string | undefined {
  const { CardCode, Method } = item as ReceiptPayment
  const parts = [spell('CardCode', CardCode), Method && `Method=${toCanonicalJson(Method)}`]
  return parts.filter((part) => part !== undefined).join(',') || undefined
}

/** Blank text names nothing. Quotes keep apart what would read alike. */
function spell(name: string, value: string | undefined): string | undefined {
  const text = value?.trim()
  if (!text) return undefined
  return `${name}=${/[[\]=,"]/.test(text) ? JSON.stringify(text) : text}`
}

/** Whether JSON carries both as the same; nothing at all is not the same as null. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return left === right
  return toCanonicalJson(left) === toCanonicalJson(right)
}

function dropAbsent<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value
}

function mapSides<From, To>({ base, ours, theirs }: Sides<From>, change: (side: From) => To): Sides<To> {
  return { base: change(base), ours: change(ours), theirs: change(theirs) }
}
