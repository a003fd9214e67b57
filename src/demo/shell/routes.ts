export const viewNames = ['till', 'attention', 'journal', 'day', 'office'] as const
export type ViewName = (typeof viewNames)[number]

/** Where somebody is: a view, and in the journal perhaps one operation. */
export interface Route {
  view: ViewName
  id?: string
}

/** Reads an address' hash; what means nothing leads to the till. */
export function hashToRoute(hash: string): Route {
  const [name, id] = hash.replace(/^#/, '').split('/')
  const view = viewNames.find((known) => known === name) ?? 'till'
  return view === 'journal' && id !== undefined && id !== '' ? { view, id: decode(id) } : { view }
}

/** The hash that leads to a route. */
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
