/** How the sale stands, as the customer needs to know it. */
export type SaleState = 'idle' | 'open' | 'saved' | 'confirmed' | 'stop' | 'cancelled'

/** A line of the sale, in the words of the register. */
export interface SaleItem {
  name: string
  detail: string
  amount: string
}

/** What the customer display shows. It carries no card number beyond its last digits. */
export interface Sale {
  state: SaleState
  title: string
  card: string
  items: readonly SaleItem[]
  total: string
}

export const idleSale: Sale = { state: 'idle', title: '', card: '', items: [], total: '' }

type Message = { tag: 'hello' } | { tag: 'sale'; sale: Sale }

const nameToChannel = (till: string) => `counterfoil-demo:sale:${till}`

/** Tells every customer display of this till how the sale stands; returns what publishes it, and what ends it. */
export function createSalePublisher(till: string) {
  const channel = new BroadcastChannel(nameToChannel(till))
  let last = idleSale
  let isOpen = true
  const send = () => {
    channel.postMessage({ tag: 'sale', sale: last } satisfies Message)
  }
  // A display that is opened in the midst of a sale asks for it; a tab without a sale leaves the answer to others.
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.tag === 'hello' && last.state !== 'idle') send()
  })
  const publish = (sale: Sale) => {
    if (!isOpen || JSON.stringify(sale) === JSON.stringify(last)) return
    last = sale
    send()
  }
  const clear = () => {
    publish(idleSale)
  }
  addEventListener('pagehide', clear)
  return {
    publish,
    stop() {
      removeEventListener('pagehide', clear)
      clear()
      isOpen = false
      channel.close()
    },
  }
}

/** Follows the sale of a till from another window; returns a function that stops it. */
export function followSale(till: string, listener: (sale: Sale) => void): () => void {
  const channel = new BroadcastChannel(nameToChannel(till))
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.tag === 'sale') listener(data.sale)
  })
  channel.postMessage({ tag: 'hello' } satisfies Message)
  return () => {
    channel.close()
  }
}
