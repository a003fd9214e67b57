import { endpointOf, operationKinds } from '../domain/endpoints.js'
import type { TillJournal } from '../journal/journal.js'
import type { Clock } from '../ports.js'

/** A draft as it was saved. */
export interface SavedDraft {
  draft: unknown
  at: Date
}

/** What a person has typed and not rung up yet: it survives a reload and a crash, sealed as bodies are. */
export interface Drafts {
  /**
   * Saves a draft of your own shape, as JSON, in the place of the one of this name. Fields with the name of a secret
   * of the interface (`AuthorizationPin`, `AuthorizationCode` and the like) are left out, however deep they lie; leave
   * out yourself what your form calls otherwise.
   */
  save: (name: string, draft: unknown) => Promise<void>
  /** The draft of this name; undefined if there is none. One that is a day old is dropped instead. */
  read: (name: string) => Promise<SavedDraft | undefined>
  /** Deletes the draft of this name. */
  drop: (name: string) => Promise<void>
}

interface StoredDraft {
  at: number
  draft: unknown
}

interface DraftDeps {
  journal: Pick<TillJournal, 'readSetting' | 'writeSetting' | 'deleteSetting'>
  clock: Pick<Clock, 'now'>
}

/** What was typed yesterday belongs to another customer. */
const ageMsMax = 86_400_000

const secretNames: ReadonlySet<string> = new Set(
  operationKinds.flatMap((kind) => endpointOf(kind).secrets.map((path) => path.split('.').at(-1) ?? path)),
)

export function createDrafts({ journal, clock }: DraftDeps): Drafts {
  return {
    save: (name, draft) =>
      journal.writeSetting(placeOf(name), { at: clock.now(), draft: withoutSecrets(draft) }),
    async read(name) {
      const stored = (await journal.readSetting(placeOf(name))) as StoredDraft | undefined
      if (!stored) return undefined
      const { at, draft } = stored
      // A draft of the future was dated by a clock that has been set back since.
      if (Math.abs(clock.now() - at) < ageMsMax) return { draft, at: new Date(at) }
      await journal.deleteSetting(placeOf(name))
      return undefined
    },
    drop: (name) => journal.deleteSetting(placeOf(name)),
  }
}

function placeOf(name: string): string {
  return `draft/${name}`
}

function withoutSecrets(draft: unknown): unknown {
  const text = JSON.stringify(draft, (name, value: unknown) =>
    secretNames.has(name) ? undefined : value,
  ) as string | undefined
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}
