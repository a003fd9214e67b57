// What the database takes for rows of another shape, with nothing of the package on the way. Each function runs in a
// page by itself, so that it holds all that it needs.

/** How an operation could be saved. */
export const saved = ['one put', 'as it is', 'lists filled later', 'body inside', 'both'] as const
export type Saved = (typeof saved)[number]

/** How a turn could say what is being sent. */
export const turned = ['a mark in each entry', 'a lease in the run'] as const
export type Turned = (typeof turned)[number]

type Index = [name: string, field: string | string[], options?: IDBIndexParameters]

/** The indexes of the entries; a page is given them, as all else. */
export const indexes: Index[] = [
  ['id', 'id', { unique: true }],
  ...['state place', 'kind dueAt', 'kind place'].map((fields): Index => [fields, fields.split(' ')]),
  ...['lanes', 'codes', 'prints'].map((field): Index => [field, field, { multiEntry: true }]),
  ...['createdAt', 'waitingSince', 'endedAt', 'personalSince'].map((field): Index => [field, field]),
]

export interface Times {
  /** One after the other, the median. */
  eachMs: number
  /** A thousand, a hundred to a transaction; for turns the mean of one. */
  manyMs: number
}

interface Row extends Record<string, unknown> {
  id: string
  lanes: string[]
  prints: string[]
  place?: number
}

/** Saves operations of a kilobyte and a half in a shape, beside so many that are there already. */
export async function save(shape: Saved, waiting: number, indexes: Index[]): Promise<Times> {
  const isFloor = shape === 'one put'
  const isInside = isFloor || shape === 'body inside' || shape === 'both'
  const isLater = shape === 'lists filled later' || shape === 'both'
  const text = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('shapes', 1)
    opening.onupgradeneeded = () => {
      const { result } = opening
      const entries = result.createObjectStore('entries', { keyPath: 'place', autoIncrement: true })
      result.createObjectStore('bodies', { keyPath: 'id' })
      result.createObjectStore('settings', { keyPath: 'name' })
      if (isFloor) return
      for (const [name, field, options] of indexes) entries.createIndex(name, field, options)
    }
    opening.onsuccess = () => {
      resolve(opening.result)
    }
    opening.onerror = () => {
      reject(new Error('not opened', { cause: opening.error }))
    }
  })
  const make = (): { row: Row; body?: object } => {
    const [id, card, now] = [crypto.randomUUID(), text(), Date.now()]
    const kept = crypto.getRandomValues(new Uint8Array(750))
    const body = { kept, secret: crypto.getRandomValues(new Uint8Array(800)) }
    const receipt = { number: 1, issueDate: new Date(now).toISOString(), issuedAt: now, total: 10 }
    const facts = {
      v: 2,
      attempts: 0,
      unknowns: 0,
      renewals: 0,
      key: id,
      shop: 'S01',
      terminal: 'T1',
      receipt,
    }
    const marks = { told: text() + text(), origin: text() + text(), head: text() + text(), lines: 0 }
    const listed = { state: 'queued', codes: [card], createdAt: now, waitingSince: now }
    const found = { id, kind: 'refund', dueAt: 0, lanes: [card], prints: [text(), text()] }
    const row = {
      ...found,
      ...facts,
      ...marks,
      ...(isLater ? { listed } : listed),
      ...(isInside && { body }),
    }
    return { row, ...(!isInside && { body: { v: 2, id, ...body } }) }
  }
  const write = (count: number, durability: IDBTransactionDurability = 'strict') =>
    new Promise<number>((resolve, reject) => {
      const made = Array.from({ length: count }, make)
      const startedAt = performance.now()
      const stores = ['settings', 'entries', ...(isInside ? [] : ['bodies'])]
      const transaction = database.transaction(stores, 'readwrite', { durability })
      const entries = transaction.objectStore('entries')
      transaction.objectStore('settings').get('service')
      if (!isFloor)
        for (const { row } of made) for (const print of row.prints) entries.index('prints').getAll(print)
      for (const { row, body } of made) {
        entries.add(row)
        if (body) transaction.objectStore('bodies').add(body)
      }
      transaction.commit()
      transaction.oncomplete = () => {
        resolve(performance.now() - startedAt)
      }
      transaction.onabort = () => {
        reject(new Error('not saved', { cause: transaction.error }))
      }
    })
  for (let left = waiting; left > 0; left -= 1_000) await write(Math.min(left, 1_000), 'relaxed')
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await write(1)
  const taken: number[] = []
  for (let index = 0; index < 300; index += 1) taken.push(await write(1))
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 10 }, () => write(100)))
  const manyMs = performance.now() - startedAt
  database.close()
  return { eachMs: taken.sort((left, right) => left - right)[150] ?? NaN, manyMs }
}

/** Ends one operation and begins the next, so many times, each in a transaction of its own. */
export async function turn(how: Turned, count: number, indexes: Index[]): Promise<Times> {
  const text = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('turns', 1)
    opening.onupgradeneeded = () => {
      const { result } = opening
      const entries = result.createObjectStore('entries', { keyPath: 'place' })
      for (const [name, field, options] of indexes) entries.createIndex(name, field, options)
      result.createObjectStore('bodies', { keyPath: 'id' })
      result.createObjectStore('history', { keyPath: 'n', autoIncrement: true }).createIndex('id', 'id')
      for (const name of ['runs', 'tallies', 'pauses']) result.createObjectStore(name, { keyPath: 'name' })
    }
    opening.onsuccess = () => {
      resolve(opening.result)
    }
    opening.onerror = () => {
      reject(new Error('not opened', { cause: opening.error }))
    }
  })
  const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const rows = Array.from({ length: count + 1 }, (_, index) => {
    const [id, card, now] = [crypto.randomUUID(), text(), Date.now()]
    const facts = {
      v: 2,
      id,
      place: index + 1,
      kind: 'refund',
      attempts: 0,
      unknowns: 0,
      renewals: 0,
      key: id,
    }
    const marks = { codes: [card], prints: [text(), text()], told: text(), origin: text(), head: text() }
    return { ...facts, ...marks, shop: 'S01', terminal: 'T1', amount: 10, createdAt: now, lanes: [card] }
  })
  const end = (transaction: IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => {
        resolve()
      }
      transaction.onabort = () => {
        reject(new Error('not written', { cause: transaction.error }))
      }
    })
  const laying = database.transaction(['entries', 'bodies'], 'readwrite')
  for (const row of rows) {
    laying.objectStore('entries').put({ ...row, state: 'queued', dueAt: 0, waitingSince: row.createdAt })
    laying.objectStore('bodies').put({ v: 2, id: row.id, kept: bytes(750), secret: bytes(800) })
  }
  await end(laying)
  const take = async (index: number) => {
    const [row, next] = [rows[index], rows[index + 1]]
    if (!row || !next) throw new Error('nothing is left')
    const stores = ['entries', 'bodies', 'history', 'runs', 'tallies', 'pauses']
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
    const store = (name: string) => transaction.objectStore(name)
    for (const [name, key] of Object.entries({ runs: 'replay', pauses: 'till', tallies: 'entries' }))
      store(name).get(key)
    store('entries').get(row.place)
    for (const { lanes } of [row, next]) store('entries').index('lanes').getAll(lanes[0], 1)
    const now = Date.now()
    const { lanes: _, ...kept } = row
    const ended = { ...kept, state: 'settled', sentAt: now, endedAt: now, personalSince: now, head: text() }
    store('entries').put(ended)
    store('history').add({ v: 2, id: row.id, at: now, what: 'answered', status: 200, hash: text() + text() })
    store('bodies').put({ v: 2, id: row.id, kept: bytes(750), reply: bytes(200) })
    const isLease = how === 'a lease in the run'
    if (!isLease)
      store('entries').put({ ...next, state: 'sending', sentAt: now, waitingSince: next.createdAt })
    store('runs').put({
      name: 'replay',
      number: 1,
      beatAt: now,
      done: index,
      ...(isLease && { places: [next.place] }),
    })
    store('tallies').put({ name: 'entries', queued: count - index, sending: 1, settled: index, amount: '10' })
    transaction.commit()
    await end(transaction)
  }
  const taken: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await take(index)
    if (index >= 20) taken.push(performance.now() - startedAt)
  }
  database.close()
  const manyMs = taken.reduce((sum, ms) => sum + ms, 0) / taken.length
  return { eachMs: taken.sort((left, right) => left - right)[Math.floor(taken.length / 2)] ?? NaN, manyMs }
}
