import type { FieldUse } from './words.js'

/** Something on the page that a person could use now, and where to press it. */
export interface Thing {
  /** How a person would call it. */
  name: string
  tag: string
  use: 'press' | 'choose' | FieldUse
  x: number
  y: number
  /** Whether nothing lies over it. */
  isFree: boolean
}

/** What every page gives a stranger: eyes that look through open shadow roots. */
export interface Eyes {
  /** Picks something that is shown and enabled, by a number from 0 to 1. */
  choose: (roll: number) => Thing | undefined
  /** Picks a form that is shown, and says how many fields of it a person can use. */
  chooseForm: (roll: number) => number
  /** One field of that form, or what sends it off where the number is none of a field’s. */
  aim: (index: number) => Thing | undefined
  countModals: () => number
  /** What the browser's database answers. */
  settle: <Result>(request: IDBRequest<Result>) => Promise<Result>
}

declare const strangerEyes: Eyes

/** Runs in the page before its own scripts, and sees nothing of this file. */
export function openEyes(): void {
  const selector =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option], [tabindex="0"]'
  const heavy: Record<string, number> = { 'ring-up': 16, example: 8, 'service-switch': 4, training: 0.15 }
  let fields: HTMLElement[] = []
  let submit: HTMLElement | undefined

  const list = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? list(element.shadowRoot) : []),
    ])
  const listModals = () => list(document).filter((element) => element.matches('dialog:modal'))
  const parentOf = (element: Element): Element | undefined =>
    element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host
  const isWithin = (element: Element | undefined, ancestor: Element): boolean =>
    element !== undefined && (element === ancestor || isWithin(parentOf(element), ancestor))
  const isShown = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const isUsable = (element: HTMLElement) => {
    if (!element.matches(selector) || element.closest('[inert], [aria-hidden=true]')) return false
    if (element.matches(':disabled, [aria-disabled=true], [type=file], [download]')) return false
    if (element instanceof HTMLAnchorElement && element.origin !== location.origin) return false
    return !/^(lose|start-over)/.test(element.dataset.testid ?? '') && isShown(element)
  }
  const listUsable = () => {
    const dialog = listModals().at(-1)
    return list(document).filter((element) => isUsable(element) && (!dialog || isWithin(element, dialog)))
  }
  const weigh = (element: HTMLElement) => {
    const { testid = '' } = element.dataset
    if (heavy[testid] !== undefined) return heavy[testid]
    if (element instanceof HTMLAnchorElement && element.target !== '') return 0.3
    if (/^(office-language|office-role)$/.test(element.id)) return 0.4
    if (element.matches('[role=option], li *')) return 0.7
    return testid.startsWith('view-') ? 3 : 1.5
  }
  const findUse = (element: HTMLElement): Thing['use'] => {
    if (element instanceof HTMLSelectElement) return 'choose'
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return 'press'
    if (element.matches('[type=checkbox], [type=radio], [type=button], [type=submit]')) return 'press'
    if (element.matches('[name=authorization]')) return 'authorization'
    if (element.matches('[type=password]'))
      return element.matches('[inputmode=numeric]') ? 'pin' : 'passphrase'
    if (element.matches('[data-card]')) return 'card'
    if (element.id.endsWith('-quantity')) return 'quantity'
    if (element.matches('[inputmode=decimal], .number')) return 'amount'
    if (element.matches('[inputmode=numeric]')) return 'whole'
    if (element.matches('[type=email], [inputmode=email]')) return 'email'
    return element.matches('[type=search]') ? 'search' : 'text'
  }
  const describe = (element: HTMLElement): Thing => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const spot = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
    const top = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(spot.x, spot.y)
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    const words = element.getAttribute('aria-label') ?? label ?? (element.textContent || element.title)
    const name = `${words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)} ${element.dataset.testid ?? element.id}`
    const isFree = top !== null && (isWithin(top, element) || isWithin(element, top))
    return { name: name.trim(), tag: element.localName, use: findUse(element), ...spot, isFree }
  }
  const eyes: Eyes = {
    choose(roll) {
      const usable = listUsable()
      const weights = usable.map(weigh)
      let left = roll * weights.reduce((sum, weight) => sum + weight, 0)
      const chosen = usable[weights.findIndex((weight) => (left -= weight) < 0)]
      return chosen && describe(chosen)
    },
    chooseForm(roll) {
      const usable = listUsable()
      const forms = list(document).filter((element) => element.matches('form') && isShown(element))
      const form = forms[Math.floor(roll * forms.length)]
      fields = usable.filter(
        (element) => form && isWithin(element, form) && element.matches('input, select, textarea'),
      )
      submit = usable.find(
        (element) =>
          element instanceof HTMLButtonElement &&
          element.type === 'submit' &&
          form !== undefined &&
          element.form === form,
      )
      return form ? fields.length : -1
    },
    aim(index) {
      const field = fields[index] ?? submit
      return field && isUsable(field) ? describe(field) : undefined
    },
    countModals: () => listModals().length,
    settle: (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('the database said no'))
        }
      }),
  }
  Object.assign(globalThis, { strangerEyes: eyes })
}

/** What is looked at after a step; runs in the page. */
export interface Sight {
  /** Undefined while the page has no till. */
  till?: string
  isRunning: boolean
  /** Whether the office says that everything has reached the service. */
  isCalledSafe: boolean
  isGreen: boolean
  hasLosses: boolean
  /** As the status shows them. */
  shown: { waiting?: string; parked?: string; badge?: string }
  /** As they lie on disk, read past the till. */
  kept?: { waiting: number; parked: number; all: number }
}

/** Reads what the page says, and the journal past the till. */
export async function lookAround(): Promise<Sight> {
  const till = (globalThis as { counterfoilTill?: { name: string; status: { value: unknown } } })
    .counterfoilTill
  const status = till?.status.value as
    { replay: { running: boolean }; storage: { losses?: unknown } } | undefined
  const line = document.querySelector('counterfoil-status')?.shadowRoot
  const badge = document.querySelector<HTMLElement>('.masthead .badge')
  const readNumber = (selector: string) => line?.querySelector<HTMLElement>(selector)?.dataset.number
  const { settle } = strangerEyes
  const readKept = async (name: string) => {
    const database = await settle(indexedDB.open(name))
    try {
      const entries = database.transaction('entries').objectStore('entries')
      const index = entries.index('[state+place]')
      const count = (state: string) => settle(index.count(IDBKeyRange.bound([state], [state, []])))
      const [queued, sending, parked] = await Promise.all(['queued', 'sending', 'parked'].map(count))
      const all = await settle(entries.count())
      return { waiting: (queued ?? 0) + (sending ?? 0), parked: parked ?? 0, all }
    } finally {
      database.close()
    }
  }
  const kept = till && (await readKept(till.name))
  const parkedShown =
    line && (readNumber('.parked .short') ?? (line.querySelector('span.parked') ? '0' : undefined))
  return {
    ...(till && { till: till.name }),
    isRunning: status?.replay.running ?? false,
    isCalledSafe: document.querySelector('[data-testid=safety] .note-good') !== null,
    isGreen: line?.querySelector('.reach.good') != null,
    hasLosses: status?.storage.losses !== undefined,
    shown: {
      ...(readNumber('.waiting .short') !== undefined && { waiting: readNumber('.waiting .short') ?? '' }),
      ...(parkedShown != null && { parked: parkedShown }),
      ...(badge && { badge: badge.hidden ? '0' : badge.textContent }),
    },
    ...(kept && { kept }),
  }
}

/** All that the page says, and its title; what is typed into a field is not said. */
export function readAloud(): string {
  const parts: string[] = [document.title]
  const walk = (root: Node) => {
    for (const node of root.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '')
      if (node instanceof Element) {
        if (node.matches('style, script')) continue
        parts.push(node.getAttribute('aria-label') ?? '', node.getAttribute('title') ?? '')
        if (node.shadowRoot) walk(node.shadowRoot)
      }
      walk(node)
    }
  }
  walk(document.body)
  return parts.join('\n')
}
