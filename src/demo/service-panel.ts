import type { Till } from '../index.js'
import { create, findPart, setText } from './dom.js'
import { readEffects, readServiceState, switchService, type Effect, type ServiceState } from './service.js'
import { requestToAmount } from './register/requests.js'
import { coalesce } from './timing.js'
import { amountToText, countToText, kindToWords, maskCard, timeToText } from './words.js'

const restMs = 500
const lookMs = 15_000
const effectsShown = 3

/** The stand-in service as a newcomer sees it: a switch, and what has arrived. */
export function startServicePanel(till: Till): void {
  const toggle = findPart('service-switch', HTMLButtonElement)
  let shownCount: number | undefined

  async function show(state: ServiceState): Promise<void> {
    showState(state)
    if (state.tag !== 'answers' || state.effectCount === shownCount) return
    const effects = await readEffects().catch(() => undefined)
    if (!effects) return
    shownCount = effects.length
    showEffects(effects)
  }

  const refresh = coalesce(async () => show(await readServiceState()), restMs)
  toggle.addEventListener('click', () => {
    void switchService(toggle.getAttribute('aria-checked') !== 'true').then(show)
  })
  till.status.subscribe(refresh)
  document.addEventListener('visibilitychange', refresh)
  setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, lookMs)
}

function showState(state: ServiceState): void {
  const panel = findPart('service', HTMLElement)
  const controls = findPart('service-controls', HTMLElement)
  const silence = findPart('service-silence', HTMLElement)
  panel.hidden = state.tag === 'absent'
  controls.hidden = state.tag !== 'answers'
  silence.hidden = state.tag !== 'silent'
  if (state.tag !== 'answers') return
  findPart('service-switch', HTMLElement).setAttribute('aria-checked', String(state.isOn))
  setText(findPart('service-state', HTMLElement), state.isOn ? 'on' : 'off')
}

function showEffects(effects: readonly Effect[]): void {
  const now = new Date()
  const latest = effects.slice(-effectsShown).reverse()
  setText(findPart('effect-count', HTMLElement), countToText(effects.length))
  findPart('effects-table', HTMLElement).hidden = effects.length === 0
  findPart('effects', HTMLElement).replaceChildren(...latest.map((effect) => effectToRow(effect, now)))
}

function effectToRow({ sequence, operation, cards, body, at }: Effect, now: Date): HTMLElement {
  const amount = requestToAmount(body)
  return create(
    'tr',
    {},
    create('td', { class: 'number' }, String(sequence)),
    create('td', {}, kindToWords(operation)),
    create('td', {}, cards.map(maskCard).join(', ')),
    create('td', { class: 'number' }, amount === undefined ? '' : amountToText(amount)),
    create('td', { class: 'number' }, timeToText(new Date(at), now)),
  )
}
