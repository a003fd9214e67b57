import { StorageRefused, TillOutdated } from '../index.js'
import { create, findPart } from './dom.js'
import { createIcon } from './icons.js'
import type { ShellTexts } from './shell/texts.js'

/** Says on the page why there is no till on it. */
export function showFailure(error: unknown, texts: ShellTexts['failure']): void {
  const failure = findPart('failure', HTMLElement)
  const [title, advice] = errorToAdvice(error, texts)
  failure.append(
    createIcon('alert'),
    create(
      'div',
      {},
      create('h2', {}, title),
      create('p', {}, advice),
      create('p', { class: 'muted' }, texts.support(error instanceof Error ? error.message : String(error))),
    ),
  )
  failure.hidden = false
}

function errorToAdvice(error: unknown, texts: ShellTexts['failure']): [title: string, advice: string] {
  if (error instanceof TillOutdated) return [texts.outdated, texts.outdatedAdvice]
  if (error instanceof StorageRefused) return [texts.storage, texts.storageAdvice]
  return [texts.other, texts.otherAdvice]
}
