export const viewNames = ['till', 'attention', 'journal', 'day', 'office'] as const
export type ViewName = (typeof viewNames)[number]

/** The current view, and in the journal the chosen operation. */
export interface Route {
  view: ViewName
  id?: string
}

/** Reads the hash of an address; an unknown hash means the till. */
export function hashToRoute(hash: string): Route {
  const [name, id] = hash.replace(/^#/, '').split('/')
  const view = viewNames.find((known) => known === name) ?? 'till'
  return view === 'journal' && id !== undefined && id !== '' ? { view, id: decode(id) } : { view }
}

/** The hash of a route. */
export function routeToHash({ view, id }: Route): string {
  return id === undefined ? `#${view}` : `#${view}/${encodeURIComponent(id)}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
