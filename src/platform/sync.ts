// TypeScript's libraries lack Background Sync: only one engine has it, and it can be switched off there.
interface SyncManager {
  register(tag: string): Promise<void>
  getTags(): Promise<string[]>
}

/** The event by which the browser wakes the worker while no page is open. */
export interface SyncEvent extends Event {
  tag: string
  lastChance: boolean
  waitUntil(work: Promise<unknown>): void
}

const prefix = 'counterfoil:'

/**
 * Asks the browser to wake the worker when the line is back, unless an earlier request is still open; returns whether
 * it will. Chromium takes no request from a worker while no page is open.
 */
export async function requestSync(
  registration: ServiceWorkerRegistration,
  name: string,
  fresh: string,
  { isAnew }: { isAnew: boolean } = { isAnew: false },
): Promise<boolean> {
  const sync = (registration as { sync?: SyncManager }).sync
  if (!sync) return false
  try {
    const tags = await sync.getTags()
    // Registering a waiting tag again does not hasten it; a new tag fires at once.
    if (isAnew || !tags.some((tag) => tagToName(tag) === name))
      await sync.register(`${prefix}${fresh}:${name}`)
    return true
  } catch {
    // No page is open, or the browser's settings refuse it: pages still wake the replay.
    return false
  }
}

/** The name of the till that a tag wakes; undefined if the tag is not ours. */
export function tagToName(tag: string): string | undefined {
  return tag.startsWith(prefix) ? tag.slice(prefix.length).replace(/^[^:]*:/, '') : undefined
}
