import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit'
import type { TillStatus } from '../till/status.js'
import type { Till } from '../till/till.js'
import { createFormats, findLanguage, type Formats } from './formats.js'
import { findTexts } from './texts/languages.js'
import type { Texts, TextsChange } from './texts/texts.js'

/** What an element speaks with: the texts of its language, and how that language writes money and time. */
export interface Voice {
  texts: Texts
  formats: Formats
}

/**
 * What all elements share: a till whose status they follow while they are in the page, and a language.
 *
 * @attr lang - the language; that of the nearest element around it unless set
 * @attr currency - the currency of all amounts, as ISO 4217 names it; EUR unless set
 * @attr operator - who is signed in, so that nobody is asked for a name
 * @cssprop --counterfoil-ground - behind fields and rows
 * @cssprop --counterfoil-sunken - behind forms and figures
 * @cssprop --counterfoil-ink - text
 * @cssprop --counterfoil-muted - text of less weight
 * @cssprop --counterfoil-line - lines between things
 * @cssprop --counterfoil-edge - edges of what can be pressed or written in
 * @cssprop --counterfoil-accent - what is to be pressed first; with accent-ink on it, and accent-soft for what is chosen
 * @cssprop --counterfoil-good - what is well; good-soft behind it
 * @cssprop --counterfoil-wait - what waits; wait-soft behind it
 * @cssprop --counterfoil-bad - what needs a person; bad-soft behind it
 * @cssprop --counterfoil-focus - the ring around what has the focus
 * @cssprop --counterfoil-radius - how round corners are
 * @cssprop --counterfoil-font - the typeface; the page's unless set
 */
export class TillElement extends LitElement {
  static override properties: PropertyDeclarations = {
    till: { attribute: false },
    texts: { attribute: false },
    lang: { reflect: true },
    currency: {},
    operator: {},
  }

  /** An open till. */
  declare till: Till | undefined
  /** What the host says its own way. */
  declare texts: TextsChange | undefined
  /** The currency of all amounts, as ISO 4217 names it. */
  declare currency: string
  /** Who is signed in, so that nobody is asked for a name. */
  declare operator: string | undefined

  /** Where the till stands; nothing while there is no till. */
  protected status: TillStatus | undefined
  protected voice: Voice

  #stop: (() => void) | undefined
  readonly #watch = new MutationObserver(() => {
    this.requestUpdate('lang', null)
  })

  constructor() {
    super()
    this.currency = 'EUR'
    this.voice = { texts: findTexts('en'), formats: createFormats('en', 'EUR') }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#watch.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'] })
    this.requestUpdate('lang', null)
    this.#follow()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#watch.disconnect()
    this.#leave()
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('till')) this.#follow()
    if (['lang', 'currency', 'texts'].some((name) => changed.has(name))) {
      // Its own attribute is written after this.
      const language = this.lang || findLanguage(this)
      this.voice = {
        texts: findTexts(language, this.texts),
        formats: createFormats(language, this.currency),
      }
    }
  }

  /** Told of each new status, and of none once the till is taken away. */
  protected onStatus(_before: TillStatus | undefined, _after: TillStatus | undefined): void {
    this.requestUpdate()
  }

  #follow(): void {
    this.#leave()
    if (!this.isConnected || !this.till) {
      this.#tell(undefined)
      return
    }
    this.#stop = this.till.status.subscribe((status) => {
      this.#tell(status)
    })
  }

  #tell(status: TillStatus | undefined): void {
    const before = this.status
    this.status = status
    this.onStatus(before, status)
  }

  #leave(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}
