import type { TillStatus } from '../../index.js'
import { create, draw, setText } from '../dom.js'
import type { LabVoice } from './formats.js'
import { createSection } from './section.js'

export interface LineSection {
  element: HTMLElement
  show: (isPluggedIn: boolean, status: TillStatus) => void
}

/** Creates the switch for the connection, with advice on what to try. */
export function createLine(voice: LabVoice, onSwitch: (isPluggedIn: boolean) => void): LineSection {
  const { line } = voice.texts
  const state = create('span', { class: 'lab-plug-state' })
  const plug = create(
    'button',
    {
      class: 'lab-plug',
      type: 'button',
      role: 'switch',
      'aria-checked': 'true',
      'data-testid': 'service-switch',
    },
    drawPlug(line),
    create(
      'span',
      { class: 'lab-plug-words' },
      create('span', { class: 'lab-track', 'aria-hidden': 'true' }),
      create(
        'span',
        {},
        line.plug,
        create('span', { class: 'visually-hidden' }, line.plugTo),
        create('span', { 'aria-hidden': 'true' }, line.colon, ' ', state),
      ),
    ),
  )
  const advice = create('p', { class: 'lab-advice', role: 'status', 'data-testid': 'line-advice' })
  plug.addEventListener('click', () => {
    onSwitch(plug.getAttribute('aria-checked') !== 'true')
  })
  const describe = createStory(voice)
  return {
    element: createSection(line.title, plug, advice),
    show: (isPluggedIn, status) => {
      plug.setAttribute('aria-checked', String(isPluggedIn))
      setText(state, isPluggedIn ? line.pluggedIn : line.pulled)
      setText(advice, describe(isPluggedIn, countWaiting(status.counts)))
    },
  }
}

/** Describes what happened since the connection was cut. It remembers the count, which is known only during the cut. */
export function createStory({
  texts: { line },
  formats,
}: LabVoice): (isPluggedIn: boolean, waiting: number | undefined) => string {
  let waited = 0
  return (isPluggedIn, known) => {
    const waiting = known ?? 0
    if (!isPluggedIn) {
      waited = waiting
      return waiting === 0 ? line.tryRinging : line.keeping(waiting, formats.whole(waiting))
    }
    if (waited === 0) return line.tryPulling
    return waiting === 0
      ? line.caughtUp(waited, formats.whole(waited))
      : line.catchingUp(waiting, formats.whole(waiting))
  }
}

function drawPlug(line: LabVoice['texts']['line']): SVGSVGElement {
  const till = draw(
    'g',
    { class: 'lab-plug-box' },
    draw('rect', { x: 4, y: 14, width: 44, height: 34, rx: 5 }),
    draw('path', { d: 'M12 23h20 M12 30h28 M12 37h14' }),
  )
  const service = draw(
    'g',
    { class: 'lab-plug-box' },
    draw('rect', { x: 272, y: 14, width: 44, height: 34, rx: 5 }),
    draw('path', { d: 'M272 25h44 M272 37h44 M280 19.5h.01 M280 31h.01 M280 42.5h.01' }),
  )
  const half = draw(
    'g',
    { class: 'lab-plug-half' },
    draw('path', { class: 'lab-wire', d: 'M46 31H122' }),
    draw('path', { class: 'lab-plug-body', d: 'M122 22h14a9 9 0 0 1 0 18h-14Z' }),
    draw('path', { class: 'lab-wire', d: 'M145 26.5h13 M145 35.5h13' }),
  )
  const socket = draw(
    'g',
    {},
    draw('path', { class: 'lab-wire', d: 'M176 31H300' }),
    draw('path', { class: 'lab-plug-socket', d: 'M176 20h-17a3 3 0 0 0-3 3v16a3 3 0 0 0 3 3h17Z' }),
  )
  return draw(
    'svg',
    { class: 'lab-plug-picture', viewBox: '0 0 320 68', 'aria-hidden': 'true' },
    half,
    socket,
    till,
    service,
    draw('text', { x: 4, y: 64 }, line.till),
    draw('text', { x: 316, y: 64, 'text-anchor': 'end' }, line.service),
  )
}

/** The number of queued and sending entries; undefined if either is not known. */
function countWaiting({ queued, sending }: TillStatus['counts']): number | undefined {
  return queued === undefined || sending === undefined ? undefined : queued + sending
}
