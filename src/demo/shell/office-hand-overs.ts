import type { HandOver } from '../../index.js'
import { create } from '../dom.js'
import { locales } from '../languages.js'
import {
  createForm,
  createOutcome,
  createTick,
  offerFile,
  type OfficeDeps,
  type Outcome,
  rebuild,
} from './card.js'
import { createVerdict } from './office-verdict.js'

/**
 * Creates the list of hand-overs that no person has confirmed yet, and the line that says what came of an act on one:
 * the list is built anew at each change. Each file can be downloaded again.
 */
export function createHandOverList(deps: OfficeDeps): HTMLElement[] {
  const { till } = deps
  const outcome = createOutcome()
  const list = create('div', { class: 'hand-overs', 'data-testid': 'hand-overs' })
  let shown = ''
  let forms = new AbortController()

  function show(kept: readonly HandOver[]): void {
    forms.abort()
    forms = new AbortController()
    const parts = { ...deps, look, outcome, signal: forms.signal }
    rebuild(list, () => {
      list.replaceChildren(...kept.map((handOver) => createHandOver(parts, handOver)))
    })
  }

  async function look(): Promise<void> {
    const kept = (await till.handOvers()).filter(({ bytes }) => bytes !== undefined)
    const text = JSON.stringify(kept)
    if (text === shown) return
    shown = text
    show(kept)
  }

  till.status.subscribe(() => {
    look().catch(() => {
      shown = ''
      show([])
    })
  })
  return [list, outcome.element]
}

interface HandOverDeps extends OfficeDeps {
  look: () => Promise<void>
  /** Outlives what is shown. */
  outcome: Outcome
  /** Ends with what is shown. */
  signal: AbortSignal
}

function createHandOver(deps: HandOverDeps, handOver: HandOver): HTMLElement {
  const {
    till,
    texts: { office },
    preferences,
  } = deps
  const { file, at, to = '', moved } = handOver
  const when = new Intl.DateTimeFormat(locales[preferences.language], {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const download = createForm(
    office.download,
    [],
    async (outcome) => {
      offerFile(await till.handOverFile(file))
      outcome.show(office.downloaded)
    },
    office,
  )
  return create(
    'div',
    { class: 'hand-over', 'data-file': file },
    create('p', { class: 'note note-wait' }, office.unconfirmed(when.format(at), to, String(moved))),
    download,
    createArrival(deps, file),
    createTakeBack(deps, file),
  )
}

/** Creates the form that confirms that the file arrived. */
function createArrival(deps: HandOverDeps, file: string): HTMLElement {
  const {
    till,
    texts: { office },
    signIn,
    signal,
    look,
    outcome,
  } = deps
  const verdict = createVerdict(deps, { reasonLabel: office.arrivedHow, signal })
  return createForm(
    office.arrived,
    verdict.elements,
    async () => {
      const given = await verdict.read('hand-over')
      if (given) await till.acknowledgeHandOver(file, given)
      outcome.show(given ? '' : signIn.texts.notApproved)
      await look()
    },
    office,
    outcome,
  )
}

/** Creates the form that takes back all operations of a hand-over whose file was lost. */
function createTakeBack(deps: HandOverDeps, file: string): HTMLElement {
  const {
    till,
    texts: { office },
    signIn,
    signal,
    look,
    outcome,
  } = deps
  const sure = createTick(office.lostSure, '')
  sure.input.required = true
  const verdict = createVerdict(deps, { signal })
  const takeBack = createForm(
    office.lost,
    [sure.element, ...verdict.elements],
    async () => {
      const given = await verdict.read('take-back')
      const back = given && String(await till.takeBackHandOver(file, given))
      outcome.show(back === undefined ? signIn.texts.notApproved : office.takenBack(back))
      await look()
    },
    office,
    outcome,
  )
  takeBack.querySelector('button')?.classList.add('danger')
  return create('details', { class: 'lost' }, create('summary', {}, office.lost), takeBack)
}
