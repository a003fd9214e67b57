import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit'
import { saveFile } from '../elements/save-file.js'
import { loadLanguage } from '../elements/texts/languages.js'
import type { TextsChange } from '../elements/texts/texts.js'
import type { FileSecret } from '../journal/seal/index.js'
import { entriesToLines, type JournalFile } from '../open/journal-file.js'
import { checkJournal } from '../verify/check.js'
import { createFileTill } from './file-till.js'
import { chooseFile, watchDrops } from './files.js'
import { createFinder } from './finder.js'
import { renderHead } from './head-view.js'
import { pickTag } from './languages.js'
import { renderOpen } from './open-view.js'
import { findLock, openJournalFile, readPrivateKey } from './opening.js'
import { renderLocked, renderStart } from './start-view.js'
import type { LockedStage, OpenStage, Stage, Verdict } from './state.js'
import { createVoice, type PageVoice } from './voice.js'

/** The page that opens an exported journal; it keeps nothing beyond itself. */
export class DeskPage extends LitElement {
  static override properties: PropertyDeclarations = {
    stage: { state: true },
    voice: { state: true },
    said: { state: true },
  }
  declare protected stage: Stage
  declare protected voice: PageVoice
  declare protected said: string

  #tag = pickTag(navigator.languages)
  /** For amounts of a file that tells no currency: the last that a person chose. */
  #currency = 'EUR'
  #taken: File | undefined
  #texts: TextsChange = {}
  #unwatch: (() => void) | undefined

  constructor() {
    super()
    this.stage = { tag: 'start' }
    this.voice = createVoice('en', this.#currency)
    this.said = ''
  }

  /** The page's own style sheet is for it. */
  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#unwatch = watchDrops(
      (file) => void this.#take(file),
      (isOver) => this.classList.toggle('dragged', isOver),
    )
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unwatch?.()
  }

  /** Waits for the texts of the language, so that no other language is seen first. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await this.#speak(this.#tag, this.#currency)
    void super.scheduleUpdate()
  }

  async #speak(tag: string, currency: string): Promise<void> {
    await loadLanguage(tag)
    this.#tag = tag
    this.voice = createVoice(tag, currency)
    const { searchHint, slipNotice } = this.voice.page
    this.#texts = { journal: { searchHint }, slip: { notice: slipNotice } }
    document.documentElement.lang = tag
  }

  #show(stage: Stage, focus?: string): void {
    this.stage = stage
    if (focus !== undefined)
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(focus)?.focus())
  }

  async #take(file: File | undefined): Promise<void> {
    if (!file) return
    this.said = ''
    this.#taken = file
    const lock = await findLock(file)
    // Another file may have been dropped meanwhile.
    if (this.#taken !== file) return
    if (lock.tag === 'locked') {
      const { kind } = lock
      this.#show({ tag: 'locked', file, kind, isBusy: false }, kindToFocus(kind))
    } else this.#show({ tag: 'start', refusal: lock }, '#choose')
  }

  async #open({ file, kind }: LockedStage, secret: FileSecret): Promise<void> {
    const busy: LockedStage = { tag: 'locked', file, kind, isBusy: true }
    this.#show(busy)
    const opened = await openJournalFile(file, secret)
    // Another file may have been chosen meanwhile.
    if (this.stage !== busy) return
    if (opened.tag === 'read') await this.#showFile(file.name, opened.file)
    else if (opened.tag === 'locked') this.#show({ ...busy, kind: opened.kind, isBusy: false })
    else this.#show({ ...busy, isBusy: false, refusal: opened }, kindToFocus(kind))
  }

  async #openWithKey(locked: LockedStage): Promise<void> {
    if (locked.isBusy) return
    const file = await chooseFile('.jwk,.json,application/json')
    const privateKey = file && (await readPrivateKey(file))
    if (!file || this.stage !== locked) return
    if (privateKey) await this.#open(locked, { privateKey })
    else this.#show({ ...locked, refusal: { tag: 'not-a-key' } }, '#key')
  }

  async #showFile(name: string, journal: JournalFile): Promise<void> {
    const { entries, audit, currency } = journal
    await this.#speak(this.#tag, currency ?? this.#currency)
    const { page, formats } = this.voice
    this.said = page.opened(entries.length, formats.whole(entries.length))
    const opened: OpenStage = {
      tag: 'open',
      name,
      journal,
      till: createFileTill(entries),
      find: createFinder(entries, () => this.voice),
      verdict: { tag: audit === undefined ? 'none' : 'checking' },
      selected: undefined,
    }
    this.#show(opened, '#file-title')
    if (audit === undefined) return
    const verdict = await check(audit)
    if (this.stage.tag === 'open' && this.stage.journal === journal) this.#show({ ...this.stage, verdict })
  }

  readonly #choose = (): void => {
    void chooseFile('').then((file) => this.#take(file))
  }

  readonly #close = (): void => {
    this.said = ''
    this.#show({ tag: 'start' }, '#choose')
  }

  protected override render(): TemplateResult {
    const head = { tag: this.#tag, hasAmounts: this.stage.tag === 'open', said: this.said }
    return html`${renderHead(head, this.voice, {
        onLanguage: (language) => void this.#speak(language, this.voice.formats.currency),
        onCurrency: (currency) => {
          this.#currency = currency
          void this.#speak(this.#tag, currency)
        },
      })}
      <main>${this.#renderStage(this.stage)}</main>`
  }

  #renderStage(stage: Stage): TemplateResult {
    const { page } = this.voice
    switch (stage.tag) {
      case 'start':
        return renderStart(stage.refusal, page, { onChoose: this.#choose })
      case 'locked':
        return renderLocked(stage, page, {
          onAnother: this.#choose,
          onPassphrase: (passphrase) => void this.#open(stage, passphrase),
          onChooseKey: () => void this.#openWithKey(stage),
        })
      case 'open':
        return renderOpen(stage, this.voice, this.#texts, {
          onSave: () => {
            const lines = entriesToLines(stage.journal.entries)
            saveFile(new Blob([lines], { type: 'application/jsonl' }), `${stage.name}.jsonl`)
          },
          onClose: this.#close,
          onSelect: (selected) => {
            if (this.stage.tag === 'open') this.#show({ ...this.stage, selected })
          },
        })
    }
  }
}

function kindToFocus(kind: LockedStage['kind']): string {
  return kind === 'key' ? '#key' : '#passphrase'
}

async function check(audit: unknown): Promise<Verdict> {
  try {
    return { tag: 'checked', report: await checkJournal(audit) }
  } catch (error) {
    return { tag: 'failed', error }
  }
}
