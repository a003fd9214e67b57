import type { PropertyDeclarations, PropertyValues } from 'lit'
import { errorToWords } from './error-words.js'
import type { TillStatus } from '../till/status.js'
import type { Till } from '../till/till.js'
import { TillElement } from './element.js'

const restMs = 150

/** The base of the elements that show the journal: it reads again whenever the till has changed. */
export abstract class TillView extends TillElement {
  static override properties: PropertyDeclarations = {
    ...TillElement.properties,
    fault: { state: true },
    isReading: { state: true },
  }
  declare protected fault: string | undefined
  declare protected isReading: boolean
  #asked = 0
  #served = 0

  constructor() {
    super()
    this.isReading = false
  }

  /** Reads the shown data. */
  protected abstract read(till: Till): Promise<void>

  protected override onStatus(before: TillStatus | undefined, after: TillStatus | undefined): void {
    super.onStatus(before, after)
    if (after) void this.refresh()
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.get('till')) this.fault = undefined
  }

  /** Reads again, one read at a time; requests during a read are served afterwards. */
  protected async refresh(): Promise<void> {
    this.#asked += 1
    if (this.isReading) return
    this.isReading = true
    while (this.#served < this.#asked && this.isConnected && this.till) {
      this.#served = this.#asked
      const { till } = this
      try {
        await this.read(till)
        this.fault = undefined
      } catch (error) {
        // A fault of another till is none of this one.
        if (till === this.till) this.fault = errorToWords(error, this.voice)
      }
      if (this.#served < this.#asked) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    this.isReading = false
  }
}
