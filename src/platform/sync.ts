// Background Sync is in no TypeScript library: one engine has it, and it may be switched off there.
interface SyncManager {
  register(tag: string): Promise<void>
  getTags(): Promise<string[]>
}

/** The event by which the browser wakes the worker with no page open. */
export interface SyncEvent extends Event {
  tag: string
  lastChance: boolean
  waitUntil(work: Promise<unknown>): void
}

const prefix = 'counterfoil:'

/** Asks the browser to wake the worker when the line is back, unless it has been asked already and not anew. */
export async function requestSync(
  registration: ServiceWorkerRegistration,
  name: string,
  fresh: string,
  { isAnew }: { isAnew: boolean } = { isAnew: false },
): Promise<void> {
  const sync = (registration as { sync?: SyncManager }).sync
  if (!sync) return
  try {
    const tags = await sync.getTags()
    // A tag that waits for its retry is not hastened by asking again; a tag never seen before fires at once.
    if (isAnew || !tags.some((tag) => tagToName(tag) === name))
      await sync.register(`${prefix}${fresh}:${name}`)
  } catch {
    // Refused by the browser's settings: pages wake the replay all the same.
  }
}

/** Which till a tag wakes; none if the tag is not ours. */
export function tagToName(tag: string): string | undefined {
  return tag.startsWith(prefix) ? tag.slice(prefix.length).replace(/^[^:]*:/, '') : undefined
}
