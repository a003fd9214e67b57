import { html, type TemplateResult } from 'lit'
import type { Till } from '../../till/till.js'
import { askApproval, type Approve } from '../approve.js'
import { keepFromRepeating, SecondPress } from '../attention/second-press.js'
import type { Voice } from '../element.js'
import { errorToWords } from '../error-words.js'
import { findName } from '../person.js'

interface PauseSwitchDeps {
  till: () => Till | undefined
  voice: () => Voice
  operator: () => string | undefined
  approve: () => Approve | undefined
  onChange: () => void
  /** Shows why nothing was done. */
  onFail: (words: string) => void
}

type SwitchAct = 'pause' | 'resume'

/** The buttons Pause and Resume, of which one takes the place and the focus of the other. */
export class PauseSwitch {
  readonly #deps: PauseSwitchDeps
  /** One of them has just been pressed: a second press was meant for the same. */
  #isPressed = false
  readonly #secondPress = new SecondPress()

  constructor(deps: PauseSwitchDeps) {
    this.#deps = deps
  }

  render(act: SwitchAct): TemplateResult {
    return html`<button
      class=${act}
      part="button ${act}"
      type="button"
      aria-disabled=${String(this.#isPressed)}
      @click=${() => void this.#press(act)}
      @keydown=${keepFromRepeating}
    >
      ${this.#deps.voice().texts.status[act]}
    </button>`
  }

  async #press(act: SwitchAct): Promise<void> {
    const till = this.#deps.till()
    if (!till || this.#isPressed) return
    this.#isPressed = true
    this.#deps.onChange()
    this.#secondPress.wait(() => {
      this.#isPressed = false
      this.#deps.onChange()
    })
    try {
      await this.#perform(till, act)
    } catch (error) {
      const voice = this.#deps.voice()
      this.#deps.onFail(voice.texts.act.failed(errorToWords(error, voice)))
    }
  }

  async #perform(till: Till, act: SwitchAct): Promise<void> {
    const approve = this.#deps.approve()
    const by = approve ? await askApproval(approve, { act, ids: [] }) : findName(this.#deps.operator())
    if (by === undefined) this.#deps.onFail(this.#deps.voice().texts.desk.notApproved)
    else if (act === 'resume') await till.resume()
    else await till.pause(by === '' ? {} : { by })
  }
}
