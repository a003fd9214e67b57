import type { OperationKind } from '../../../src/domain/models.js'
import type { Json, Reply } from '../books.js'
import type { Life } from '../shop.js'

/** How long the effect of an operation takes, and an answer of the store that holds the keys. */
const effectMs = 25
const storeMs = 20

/** The operation failed; whether it was done is not known to the caller. */
export class Failed extends Error {}

/** The operation of a shop that knows nothing of keys: refuses it, or does it in one step. */
export async function operate(life: Life, kind: OperationKind, body: unknown): Promise<Reply> {
  const { disk } = life
  const wrong = disk.books.findFault(kind, body)
  if (wrong) return wrong
  if (disk.take('fail-before')) throw new Failed()
  await life.wait(effectMs)
  const reply = disk.books.apply(kind, body as Json)
  if (disk.take('fail-after')) throw new Failed()
  return reply
}

/** A store of keys beside the books, as a cache or another database is: it outlives the process. */
export class KeyStore<Item> {
  readonly #life: Life

  constructor(life: Life) {
    this.#life = life
  }

  get #items() {
    return this.#life.disk.keys as Map<string, Item>
  }

  async get(key: string): Promise<Item | undefined> {
    await this.#life.wait(storeMs)
    return this.#items.get(key)
  }

  /** Sets an item where there is none, or where what is there may be replaced. */
  async add(
    key: string,
    item: Item,
    mayReplace: (known: Item) => boolean = () => false,
  ): Promise<Item | undefined> {
    await this.#life.wait(storeMs)
    const known = this.#items.get(key)
    if (known !== undefined && !mayReplace(known)) return known
    this.#items.set(key, item)
    return undefined
  }

  async set(key: string, item: Item): Promise<void> {
    await this.#life.wait(storeMs)
    this.#items.set(key, item)
  }

  async delete(key: string): Promise<void> {
    await this.#life.wait(storeMs)
    this.#items.delete(key)
  }
}
