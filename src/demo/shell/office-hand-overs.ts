import type { HandOver } from '../../index.js'
import { create } from '../dom.js'
import { createField, createForm, createTick, offerFile, type OfficeDeps } from './card.js'

/** Creates the list of hand-overs that no person has confirmed yet; each file can be downloaded again. */
export function createHandOverList(deps: OfficeDeps): HTMLElement {
  const { till } = deps
  const list = create('div', { class: 'hand-overs', 'data-testid': 'hand-overs' })
  let shown = ''

  async function look(): Promise<void> {
    const kept = (await till.handOvers()).filter(({ bytes }) => bytes !== undefined)
    const text = JSON.stringify(kept)
    if (text === shown) return
    shown = text
    list.replaceChildren(...kept.map((handOver) => createHandOver(deps, handOver, look)))
  }

  till.status.subscribe(() => {
    look().catch(() => {
      shown = ''
      list.replaceChildren()
    })
  })
  return list
}

function createHandOver(
  deps: OfficeDeps,
  { file, at, to = '', moved }: HandOver,
  look: () => Promise<void>,
): HTMLElement {
  const {
    till,
    texts: { office },
    preferences,
  } = deps
  const when = new Intl.DateTimeFormat(preferences.language, { dateStyle: 'medium', timeStyle: 'short' })
  const by = createField(office.by, {
    type: 'text',
    value: preferences.operator,
    maxlength: '64',
    required: true,
  })
  const reason = createField(office.arrivedHow, { type: 'text', maxlength: '200', required: true })
  const download = createForm(
    office.download,
    [],
    async (outcome) => {
      offerFile(await till.handOverFile(file))
      outcome.show(office.downloaded)
    },
    office,
  )
  const confirm = createForm(
    office.arrived,
    [by.element, reason.element],
    async () => {
      const verdict = { by: by.input.value.trim(), reason: reason.input.value.trim() }
      await till.acknowledgeHandOver(file, verdict)
      await look()
    },
    office,
  )
  return create(
    'div',
    { class: 'hand-over', 'data-file': file },
    create('p', { class: 'note note-wait' }, office.unconfirmed(when.format(at), to, String(moved))),
    download,
    confirm,
    createTakeBack(deps, file, look),
  )
}

/** Creates the form that takes back all operations of a hand-over whose file was lost. */
function createTakeBack(
  { till, texts: { office }, preferences }: OfficeDeps,
  file: string,
  look: () => Promise<void>,
): HTMLElement {
  const sure = createTick(office.lostSure, '')
  sure.input.required = true
  const lostBy = createField(office.by, {
    type: 'text',
    value: preferences.operator,
    maxlength: '64',
    required: true,
  })
  const lostHow = createField(office.reason, { type: 'text', maxlength: '200', required: true })
  const takeBack = createForm(
    office.lost,
    [sure.element, lostBy.element, lostHow.element],
    async (outcome) => {
      const verdict = { by: lostBy.input.value.trim(), reason: lostHow.input.value.trim() }
      outcome.show(office.takenBack(String(await till.takeBackHandOver(file, verdict))))
      await look()
    },
    office,
  )
  takeBack.querySelector('button')?.classList.add('danger')
  return create('details', { class: 'lost' }, create('summary', {}, office.lost), takeBack)
}
