import { createRandom } from './random.js'

// A shop's day, generated: no shop's real sales are here. Customers come by the hour, with a crowd at noon and one in the
// evening; a basket has 2.6 lines on average, most with one piece; three prices in five end in 99; one basket in eight
// takes its receipt back later. Amounts are whole cents until they are written, so that the books can be summed exactly.

export interface Line {
  name: string
  cents: number
  quantity: number
}

export interface Basket {
  /** Minutes since midnight. */
  minute: number
  card: string
  lines: Line[]
  cents: number
  /** How it is paid: the parts are the total. */
  payments: { code: string; cents: number }[]
  /** The basket whose receipt this one corrects, by its place in the day. */
  corrects?: number
}

export interface ShopDay {
  baskets: Basket[]
  /** The minutes in which the shop has no line: from, to. */
  outages: [number, number][]
}

/** Customers in each hour from nine to eight, as shares of the day. */
const byHour = [3, 5, 7, 12, 9, 6, 6, 8, 13, 15, 11, 5]
const openingHour = 9

export function createShopDay(seed: number, size: number): ShopDay {
  const random = createRandom(seed)
  const below = (end: number) => Math.floor(random() * end)

  function pickMinute(): number {
    let place = below(byHour.reduce((sum, share) => sum + share, 0))
    const hour = byHour.findIndex((share) => (place -= share) < 0)
    return (openingHour + hour) * 60 + below(60)
  }

  function pickPrice(): number {
    const whole = Math.ceil(Math.exp(random() * 4.5))
    const ending = random()
    if (ending < 0.6) return whole * 100 - 1
    if (ending < 0.8) return whole * 100 - 50
    return ending < 0.9 ? whole * 100 : whole * 100 + below(100)
  }

  function createLines(): Line[] {
    const lines: Line[] = []
    do {
      const quantity = random() < 0.8 ? 1 : 2 + below(4)
      lines.push({ name: `Article ${1 + below(400)}`, cents: pickPrice(), quantity })
    } while (random() < 0.615 && lines.length < 40)
    return lines
  }

  function createBasket(minute: number): Basket {
    const lines = createLines()
    const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0)
    const ofCard = random() < 0.3 ? below(cents) : cents
    const rest = { code: random() < 0.6 ? 'CARD' : 'CASH', cents: cents - ofCard }
    const payments = [{ code: 'GIFT', cents: ofCard }, ...(rest.cents > 0 ? [rest] : [])]
    return { minute, card: `90010${String(below(60)).padStart(11, '0')}`, lines, cents, payments }
  }

  /** Some goods are put back: the corrected receipt has the lines that stay. */
  function correct(basket: Basket, corrects: number): Basket {
    const lines = basket.lines.slice(0, Math.max(1, below(basket.lines.length)))
    const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0)
    return { ...basket, lines, cents, payments: [{ code: 'GIFT', cents }], corrects }
  }

  const minutes = Array.from({ length: size }, pickMinute).sort((one, other) => one - other)
  const baskets: Basket[] = []
  for (const minute of minutes) {
    const place = baskets.length < 5 ? -1 : baskets.length - 1 - below(5)
    const earlier = baskets[place]
    const isCorrection = random() < 0.125 && earlier?.corrects === undefined && earlier !== undefined
    baskets.push(isCorrection ? { ...correct(earlier, place), minute } : createBasket(minute))
  }
  const outages = [1, 2, 3].map((): [number, number] => {
    const from = minutes[below(size)] ?? 0
    return [from, from + 5 + below(40)]
  })
  return { baskets, outages }
}

export const isWithoutLine = ({ outages }: ShopDay, minute: number): boolean =>
  outages.some(([from, to]) => minute >= from && minute < to)
