import { create } from './dom.js'

/** The mark of a till for training, in its header. */
export function createTrainingBadge(words: string): HTMLElement {
  return create('p', { class: 'training-badge' }, words)
}

/** The mark of a till for training, over the whole page. */
export function createWatermark(words: string): HTMLElement {
  return create('div', { class: 'watermark', 'aria-hidden': 'true' }, words)
}
