import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Refusal } from './opening.js'
import type { LockedStage } from './state.js'
import type { PageTexts } from './texts/texts.js'

export interface LockedActs {
  onChooseKey: () => void
  onPassphrase: (passphrase: string) => void
  onAnother: () => void
}

/** Renders the place where a file is chosen or dropped. */
export function renderStart(
  refusal: Refusal | undefined,
  texts: PageTexts,
  { onChoose }: { onChoose: () => void },
): TemplateResult {
  const { intro, choose, drop } = texts.start
  return html`<section class="start">
    <p>${intro}</p>
    ${renderRefusal(refusal, texts)}
    <div class="drop">
      <button type="button" class="primary" id="choose" @click=${onChoose}>${choose}</button>
      <span>${drop}</span>
    </div>
  </section>`
}

/** Renders the question for what opens a file: what was typed for another file goes with it. */
export function renderLocked(
  { file, kind, isBusy, refusal }: LockedStage,
  texts: PageTexts,
  acts: LockedActs,
): TemplateResult {
  return html`<section class="start" aria-labelledby="locked-title">
    <h2 id="locked-title">${file.name}</h2>
    ${
      kind === 'key'
        ? renderKey(isBusy, texts, acts)
        : repeat(
            [file],
            (one) => one,
            () => renderPassphrase(isBusy, texts, acts),
          )
    }
    ${renderRefusal(refusal, texts)}
    <p>
      <button type="button" id="another" @click=${acts.onAnother}>${texts.locked.another}</button>
    </p>
  </section>`
}

function renderPassphrase(
  isBusy: boolean,
  { locked }: PageTexts,
  { onPassphrase }: LockedActs,
): TemplateResult {
  const onSubmit = (event: Event) => {
    event.preventDefault()
    const { value } = (event.target as HTMLFormElement).elements.namedItem('passphrase') as HTMLInputElement
    if (!isBusy) onPassphrase(value)
  }
  const onShow = (event: Event) => {
    const { checked, form } = event.target as HTMLInputElement
    const field = form?.elements.namedItem('passphrase') as HTMLInputElement
    field.type = checked ? 'text' : 'password'
  }
  return html`<form class="lock" @submit=${onSubmit}>
    <label for="passphrase">${locked.passphrase}</label>
    <div class="ask">
      <input
        id="passphrase"
        name="passphrase"
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="refusal"
        required
      />
      <button type="submit" class="primary" aria-disabled=${isBusy}>
        ${isBusy ? locked.opening : locked.open}
      </button>
    </div>
    <label class="check"><input type="checkbox" @change=${onShow} /> ${locked.show}</label>
  </form>`
}

function renderKey(isBusy: boolean, { locked }: PageTexts, { onChooseKey }: LockedActs): TemplateResult {
  return html`<p>${locked.keyHint}</p>
    <p>
      <button
        type="button"
        class="primary"
        id="key"
        aria-disabled=${isBusy}
        aria-describedby="refusal"
        @click=${onChooseKey}
      >
        ${isBusy ? locked.opening : locked.chooseKey}
      </button>
    </p>`
}

function renderRefusal(refusal: Refusal | undefined, { refusals }: PageTexts): TemplateResult {
  return html`<div role="alert" id="refusal">
    ${refusal ? html`<p class="note bad">${refusalToWords(refusal, refusals)}</p>` : nothing}
  </div>`
}

function refusalToWords(refusal: Refusal, refusals: PageTexts['refusals']): string {
  return refusal.tag === 'unsound' ? refusals.unsound(refusal.why) : refusals[refusal.tag]
}
