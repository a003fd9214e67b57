import type { PropertyDeclarations } from 'lit'
import type { TillStatus } from '../till/status.js'
import type { Till } from '../till/till.js'
import { TillElement } from './element.js'

const restMs = 150

/** What every element that shows the journal has in common: it reads again whenever the till has changed. */
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

  /** Reads what is shown. */
  protected abstract read(till: Till): Promise<void>

  protected override onStatus(before: TillStatus | undefined, after: TillStatus | undefined): void {
    super.onStatus(before, after)
    if (after) void this.refresh()
  }

  /** Reads again, one reading at a time; whatever is asked for meanwhile is read afterwards. */
  protected async refresh(): Promise<void> {
    this.#asked += 1
    if (this.isReading) return
    this.isReading = true
    while (this.#served < this.#asked && this.isConnected && this.till) {
      this.#served = this.#asked
      try {
        await this.read(this.till)
        this.fault = undefined
      } catch (error) {
        this.fault = error instanceof Error ? error.message : String(error)
      }
      if (this.#served < this.#asked) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    this.isReading = false
  }
}
