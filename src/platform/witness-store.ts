import { textToWitness, type Witness } from '../decide/witness.js'
import { delay } from './clock.js'
import { createOriginFolder, writeFile } from './origin-folder.js'

/** Keeps a till's witness where the browser does not keep its databases. */
export interface WitnessStore {
  /** All witnesses that are found; a place that does not answer counts as empty. */
  read: () => Promise<Witness[]>
  /** Writes to every place; a place that fails keeps what it has. */
  write: (witness: Witness) => Promise<void>
}

/** A place of one kind. Databases and storage buckets are deleted together, so it is neither. */
interface Place {
  read: (name: string) => Promise<string | undefined>
  write: (name: string, text: string) => Promise<void>
}

const folder = 'counterfoil-witness'

function createFilePlace(): Place {
  const inFolder = createOriginFolder(folder)
  return {
    read: (name) =>
      inFolder(async (found) => (await (await found.getFileHandle(nameToFile(name))).getFile()).text()),
    write: (name, text) => inFolder((found) => writeFile(found, nameToFile(name), text)),
  }
}

function nameToFile(name: string): string {
  return `${encodeURIComponent(name)}.json`
}

const cache: Place = {
  read: async (name) => (await (await caches.open(folder)).match(nameToPath(name)))?.text(),
  write: async (name, text) => (await caches.open(folder)).put(nameToPath(name), new Response(text)),
}

function nameToPath(name: string): string {
  return `/${folder}/${nameToFile(name)}`
}

const local: Place = {
  read: (name) => Promise.resolve(findLocal()?.getItem(nameToPath(name)) ?? undefined),
  /** At once, so that the writes of two pages cannot cross here as they can elsewhere: the later turn stays. */
  write(name, text) {
    const texts = findLocal()
    const [kept, own] = [textToWitness(texts?.getItem(nameToPath(name)) ?? ''), textToWitness(text)]
    if (!kept || kept.birth !== own?.birth || kept.turn <= own.turn) texts?.setItem(nameToPath(name), text)
    return Promise.resolve()
  },
}

interface LocalTexts {
  getItem: (name: string) => string | null
  setItem: (name: string, text: string) => void
}

/** Missing in a worker. */
function findLocal(): LocalTexts | undefined {
  return (globalThis as { localStorage?: LocalTexts }).localStorage
}

/** A browser may leave a request without an answer; the till opens all the same. */
const waitMsMax = 2_000

/** The places of a till's witness. */
export function createWitnessStore(name: string): WitnessStore {
  const places = [createFilePlace(), cache, local]
  return {
    async read() {
      const texts = await askEach(places, (place) => place.read(name))
      return texts.flatMap((text) => (text === undefined ? [] : (textToWitness(text) ?? [])))
    },
    async write(witness) {
      const text = JSON.stringify(witness)
      await askEach(places, (place) => place.write(name, text))
    },
  }
}

/** The answer of each place; undefined where it fails or takes too long. */
function askEach<Answer>(
  places: readonly Place[],
  ask: (place: Place) => Promise<Answer>,
): Promise<(Answer | undefined)[]> {
  const isLate = delay(waitMsMax).then(() => undefined)
  return Promise.all(places.map((place) => Promise.race([attempt(() => ask(place)), isLate])))
}

async function attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch {
    // Not every browser has every place, and one that fails is made up for by the others.
    return undefined
  }
}
