import type { TextsChange } from '../../elements.js'
import type { ListedEntry } from '../../index.js'
import { shopCurrency } from '../currency.js'
import { create, setText } from '../dom.js'
import { locales, type Language } from '../languages.js'
import { findWays, type Way } from './ports.js'
import { printerTexts } from './texts.js'

interface PrintingDeps {
  language: Language
  elementTexts?: TextsChange | undefined
  /** The slip in view, which another may replace while it is printed. */
  take: () => Taken | undefined
}

/** A slip to print. */
export interface Taken {
  isReprint: boolean
  /** The entry as it stands now. */
  findEntry: () => Promise<ListedEntry | undefined>
  onPrinted: () => void
  /** Whether it is still the slip in view. */
  isInView: () => boolean
}

/** The buttons beside the browser's own print, and the note on what became of the last press. */
export interface PrinterButtons {
  elements: HTMLElement[]
  clear(): void
}

/** Creates the buttons that print a slip on a receipt printer; none where the browser reaches no printer. */
export function createPrinterButtons(deps: PrintingDeps): PrinterButtons {
  const texts = printerTexts[deps.language]
  const note = create('p', { class: 'printer-note', role: 'status', slot: 'actions' })
  const { serial, usb } = findWays()
  const buttons = [
    ...(usb ? [createButton('usb', texts.usb, usb)] : []),
    ...(serial ? [createButton('serial', texts.serial, serial)] : []),
  ]
  return {
    elements: buttons.length > 0 ? [...buttons, note] : [],
    clear() {
      setText(note, '')
    },
  }

  function createButton(name: string, words: string, way: Way): HTMLButtonElement {
    const button = create('button', { type: 'button', class: 'button', slot: 'actions' }, words)
    button.dataset.testid = `print-${name}`
    button.addEventListener('click', () => void press(button, way))
    return button
  }

  async function press(button: HTMLButtonElement, way: Way): Promise<void> {
    const taken = deps.take()
    if (!taken) return
    button.disabled = true
    const say = (words: string) => {
      if (taken.isInView()) setText(note, words)
    }
    try {
      // The browser asks for a printer only right after the click.
      const printer = await way()
      const entry = printer && (await taken.findEntry())
      if (!entry) return
      say(texts.printing)
      await printer.send(await toBytes(entry, taken.isReprint, deps))
      taken.onPrinted()
      say(texts.printed)
    } catch (error) {
      // The browser's own print stays beside it, and the note says so.
      say(texts.failed(error instanceof Error ? error.message : String(error)))
    } finally {
      button.disabled = false
    }
  }
}

/** The encoder is loaded with the first slip. */
async function toBytes(entry: ListedEntry, isReprint: boolean, deps: PrintingDeps): Promise<Uint8Array> {
  const { entryToEscpos } = await import('../../escpos.js')
  return entryToEscpos(entry, {
    columns: readPaper() === '58' ? 32 : 42,
    language: locales[deps.language],
    currency: shopCurrency.code,
    texts: deps.elementTexts,
    isReprint,
  })
}

/** The width of the shop's rolls, by the page's address: `?paper=58`. */
export function readPaper(): '80' | '58' {
  return new URLSearchParams(location.search).get('paper') === '58' ? '58' : '80'
}
