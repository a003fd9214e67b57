import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit'
import type { TillStatus } from '../till/status.js'
import type { Till } from '../till/till.js'
import { createFormats, findLanguage, type Formats } from './formats.js'
import { watchLanguage } from './language-watch.js'
import { followSignIn } from './person.js'
import { findTexts, isLoaded, loadLanguage, watchLanguages } from './texts/languages.js'
import type { Texts, TextsChange } from './texts/texts.js'

/** The texts of an element's language, and its formats for money and time. */
export interface Voice {
  texts: Texts
  formats: Formats
}

/**
 * The base of all elements: a till whose status they follow while they are in the page, and a language.
 *
 * @attr lang - the language; by default that of the nearest element around it
 * @attr currency - the ISO 4217 code of the currency of all amounts; the till’s by default
 * @attr operator - the person who is signed in, so that no form asks for a name
 * @cssprop --counterfoil-ground - behind fields and rows
 * @cssprop --counterfoil-sunken - behind forms and figures
 * @cssprop --counterfoil-ink - text
 * @cssprop --counterfoil-muted - secondary text
 * @cssprop --counterfoil-line - lines between parts
 * @cssprop --counterfoil-edge - edges of buttons and fields
 * @cssprop --counterfoil-accent - the primary button; with accent-ink on it, and accent-soft for what is chosen
 * @cssprop --counterfoil-good - success; good-soft behind it
 * @cssprop --counterfoil-wait - waiting; wait-soft behind it
 * @cssprop --counterfoil-bad - needs attention; bad-soft behind it
 * @cssprop --counterfoil-focus - the ring around the focused part
 * @cssprop --counterfoil-radius - the radius of corners
 * @cssprop --counterfoil-text - the size of text; the other sizes follow it
 * @cssprop --counterfoil-space - a quarter of the usual space between parts; the other spaces follow it
 * @cssprop --counterfoil-font - the typeface; the page's by default
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
  /** Texts that the host replaces. */
  declare texts: TextsChange | undefined
  /** The ISO 4217 code of the currency of all amounts; the till’s by default. */
  declare currency: string | undefined
  /** The person who is signed in, so that no form asks for a name. */
  declare operator: string | undefined

  /** The status of the till; undefined without a till. */
  protected status: TillStatus | undefined
  protected voice: Voice

  #followed: Till | undefined
  #statusOf: Till | undefined
  #stop: (() => void) | undefined
  #unwatch: (() => void)[] = []
  /** The language whose texts could not be loaded. */
  #missed: string | undefined
  /** The language of the voice. */
  #spoken: string | undefined

  constructor() {
    super()
    this.voice = { texts: findTexts('en'), formats: createFormats('en', 'EUR') }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#unwatch = [
      watchLanguage(this, () => {
        if (this.#language !== this.#spoken) this.requestUpdate()
      }),
      watchLanguages(() => {
        this.#renewVoice()
      }),
    ]
    this.#missed = undefined
    this.#renewVoice()
    this.#follow()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const unwatch of this.#unwatch) unwatch()
    this.#leave()
  }

  /** Waits for the texts of the language, so that no other language is seen first. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const loading = this.#loadTexts()
    if (loading) return loading.then(() => super.scheduleUpdate())
    void super.scheduleUpdate()
    return undefined
  }

  #renewVoice(): void {
    this.#spoken = undefined
    this.requestUpdate()
  }

  #loadTexts(): Promise<void> | undefined {
    const language = this.#language
    if (isLoaded(language) || language === this.#missed) return undefined
    return loadLanguage(language)
      .catch(() => {
        // The browser’s console names the file that did not load; until the next attempt the texts are English.
        this.#missed = language
      })
      .then(() => this.#loadTexts())
  }

  get #language(): string {
    // The element's own attribute is written after the property.
    return this.lang || findLanguage(this)
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('till')) this.#follow()
    if (changed.has('operator')) followSignIn(this.operator)
    const language = this.#language
    if (language !== this.#spoken || ['currency', 'texts', 'till'].some((name) => changed.has(name))) {
      this.#spoken = language
      this.voice = {
        texts: findTexts(language, this.texts),
        formats: createFormats(language, this.currency ?? this.till?.currency ?? 'EUR'),
      }
    }
  }

  /** Called with each new status, and with undefined when the till is removed. */
  protected onStatus(_before: TillStatus | undefined, _after: TillStatus | undefined): void {
    this.requestUpdate()
  }

  #follow(): void {
    const till = this.isConnected ? this.till : undefined
    if (till && till === this.#followed) return
    this.#leave()
    if (!till) {
      this.#setStatus(undefined)
      return
    }
    this.#followed = till
    // How another till stood is not how this one stood before.
    if (till !== this.#statusOf) this.status = undefined
    this.#statusOf = till
    this.#stop = till.status.subscribe((status) => {
      this.#setStatus(status)
    })
  }

  #setStatus(status: TillStatus | undefined): void {
    const before = this.status
    this.status = status
    this.onStatus(before, status)
  }

  #leave(): void {
    this.#stop?.()
    this.#stop = undefined
    this.#followed = undefined
  }
}
