import { html, nothing, type TemplateResult } from 'lit'
import { errorToWords } from '../elements/error-words.js'
import { sanitizeText } from '../elements/foreign.js'
import type { CheckReport } from '../verify/check.js'
import type { Finding } from '../verify/finding.js'
import type { Verdict } from './state.js'
import type { PageVoice } from './voice.js'

/** More are counted: a page of them says no more than that much is wrong. */
const shownMax = 50

/** Renders what the check of the signed log has found. */
export function renderVerdict(
  verdict: Verdict,
  voice: PageVoice,
  onOpen: (id: string) => void,
  isThere: (id: string) => boolean,
): TemplateResult {
  return html`<section class="verdict" aria-labelledby="verdict-title">
    <h2 id="verdict-title">${voice.page.verdict.title}</h2>
    <div role="status">${renderHead(verdict, voice)}</div>
    ${verdict.tag === 'checked' ? renderReport(verdict.report, voice, onOpen, isThere) : nothing}
  </section>`
}

function renderHead(verdict: Verdict, voice: PageVoice): TemplateResult {
  const words = voice.page.verdict
  switch (verdict.tag) {
    case 'none':
      return html`<p>${words.none}</p>`
    case 'checking':
      return html`<p>${words.checking}</p>`
    case 'failed':
      return html`<p class="note bad">${words.failed(errorToWords(verdict.error, voice))}</p>`
    case 'checked': {
      const { length } = verdict.report.findings
      return length === 0
        ? html`<p class="note good">${words.sound}</p>`
        : html`<p class="note bad">${words.found(length, voice.formats.whole(length))}</p>`
    }
  }
}

function renderReport(
  { findings, deleted, erased }: CheckReport,
  { page: { verdict: words }, formats }: PageVoice,
  onOpen: (id: string) => void,
  isThere: (id: string) => boolean,
): TemplateResult {
  const rest = findings.length - shownMax
  const count = (number: number, say: (count: number, shown: string) => string) =>
    number === 0 ? nothing : html`<p class="hint">${say(number, formats.whole(number))}</p>`
  return html`${
    findings.length === 0
      ? html`<p class="hint">${words.caution}</p>`
      : html`<ul class="findings">
          ${findings.slice(0, shownMax).map((finding) => renderFinding(finding, words, onOpen, isThere))}
        </ul>`
  }
  ${rest > 0 ? count(rest, words.more) : nothing} ${count(deleted.length, words.deleted)}
  ${count(erased, words.erased)}`
}

function renderFinding(
  { deed, id, place, detail }: Finding,
  words: PageVoice['page']['verdict'],
  onOpen: (id: string) => void,
  isThere: (id: string) => boolean,
): TemplateResult {
  const name = id === undefined ? nothing : renderName(id, onOpen, isThere)
  return html`<li>
    <strong>${words.deeds[deed]}</strong> ${name}
    ${place === undefined ? nothing : words.place(String(place))}
    <span lang="en" class="hint">${sanitizeText(detail)}</span>
  </li>`
}

function renderName(
  id: string,
  onOpen: (id: string) => void,
  isThere: (id: string) => boolean,
): TemplateResult {
  if (!isThere(id)) return html`<code>${sanitizeText(id)}</code>`
  return html`<button
    type="button"
    class="link"
    @click=${() => {
      onOpen(id)
    }}
  >
    <code>${id}</code>
  </button>`
}
