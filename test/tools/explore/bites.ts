import type { Site } from './site.js'

/** A fault that a stranger must notice: in what a page says, or in the books. */
export interface Bite {
  /** What is said of it when it is found. */
  expected: RegExp
  /** What every page runs before its own scripts. */
  script?: string
  plant?: (site: Site) => void
}

/** Changes the page again and again, as a wrong rendering would. */
const always = (change: () => void) => `setInterval(${change.toString()}, 30);`

/** Whose PIN no stranger knows: every act then asks for it in a dialog. */
const people = JSON.stringify([
  { name: 'Eva', role: 'supervisor', salt: '00', hash: '00', rounds: 1, wrong: 0, until: 0 },
])

export const bites: Record<string, Bite> = {
  'the status is always green': {
    expected: /the status is green/,
    script: always(() => {
      const line = document.querySelector('counterfoil-status')?.shadowRoot
      line?.querySelector('.reach')?.classList.add('good')
    }),
  },
  'the office always says that all is well': {
    expected: /the office says that everything has arrived/,
    script: always(() => {
      document.querySelector('[data-testid=safety] p')?.classList.add('note-good')
    }),
  },
  'the status shows one less': {
    expected: /the status shows \d+ (waiting|parked)/,
    script: always(() => {
      const line = document.querySelector('counterfoil-status')?.shadowRoot
      for (const part of line?.querySelectorAll<HTMLElement>('.waiting .short, .parked .short') ?? [])
        if (part.dataset.number !== '0') part.dataset.number = '0'
    }),
  },
  'the page warns': {
    expected: /console warning/,
    script: `addEventListener('click', () => console.warn('something is odd'));`,
  },
  'a promise is left alone': {
    expected: /error on the page/,
    script: `addEventListener('click', () => void Promise.reject(new Error('left alone')));`,
  },
  'a secret is shown': {
    expected: /the page says the secret/,
    script: `addEventListener('input', ({ target }) => { if (target.matches?.('[type=password], [data-secret]')) document.title = target.value });`,
  },
  'a button has no name': {
    expected: /axe: button-name/,
    script: always(() => {
      if (document.querySelector('#nameless')) return
      const nameless = document.createElement('button')
      nameless.id = 'nameless'
      document.querySelector('main')?.append(nameless)
    }),
  },
  'entries are lost': {
    expected: /there were \d+ entries/,
    script: always(() => {
      // Opened before the till, the database would be an empty one.
      if (!('counterfoilTill' in globalThis)) return
      const opening = indexedDB.open('counterfoil')
      opening.onsuccess = () => {
        const { result: database } = opening
        const entries = database.transaction('entries', 'readwrite').objectStore('entries')
        const counting = entries.count()
        counting.onsuccess = () => {
          if (counting.result > 5) entries.delete(IDBKeyRange.upperBound(5))
          database.close()
        }
      }
    }),
  },
  'the focus is lost': {
    expected: /the focus is lost/,
    script: `if (location.origin !== 'null') localStorage.setItem('counterfoil-demo-people', '${people}'); addEventListener('keydown', ({ key }) => { if (key === 'Escape') setTimeout(() => document.activeElement?.blur(), 0) }, true);`,
  },
  'the service applies the last operation twice': {
    expected: /was applied 2 times/,
    plant: ({ live }) => {
      const { listEffects } = live
      live.listEffects = () => [...listEffects(), ...listEffects().slice(-1)]
    },
  },
  'the service loses the first operation': {
    expected: /is settled 1 times, and was applied 0 times/,
    plant: ({ live }) => {
      const { listEffects } = live
      live.listEffects = () => listEffects().slice(1)
    },
  },
  'the service has one that no till entered': {
    expected: /is in no journal/,
    plant: ({ live }) => {
      const { service } = live
      service.bank.apply('associate', { Card: '9001000000009999' }, { now: new Date() })
    },
  },
}
