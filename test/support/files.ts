import { expect } from 'vitest'
import type { ExportOptions, ImportOptions, Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import type { Refusal } from './page.js'

declare const counterfoilTill: Till

/** Writes a file as the till does, and carries it out of the page as base64. */
export async function exportFile(
  tab: Tab,
  passphrase: string,
  options: Pick<ExportOptions, 'handOver'> = {},
): Promise<string> {
  return tab.evaluate(
    async (passphrase, options) => {
      const file = await counterfoilTill.exportJournal(passphrase, options)
      const bytes = new Uint8Array(await file.arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    passphrase,
    options,
  )
}

/** What an import told of a file. */
export interface Imported {
  kind: string
  ids: string[]
  imported: number
  clashing: string[]
  left: string[]
}

/** Opens a file on a till. */
export async function importFile(
  tab: Tab,
  file: string,
  passphrase: string,
  options: Pick<ImportOptions, 'takeOver'> = {},
): Promise<Imported | Refusal> {
  return tab.evaluate(
    async (file, passphrase, options) => {
      const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
      try {
        const report = await counterfoilTill.importJournal(new Blob([bytes]), passphrase, options)
        const { kind, entries, imported, clashing, left } = report
        return { kind, ids: entries.map(({ id }) => id), imported, clashing, left }
      } catch (error) {
        const { code, message } = error as Refusal
        return { code, message }
      }
    },
    file,
    passphrase,
    options,
  )
}

/** Keeps what the page next offers for download instead of saving it. */
export async function catchOffer(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (file) => {
      Object.assign(globalThis, { offeredFile: file })
      return make(file)
    }
    HTMLAnchorElement.prototype.click = function () {
      Object.assign(globalThis, { offeredName: this.download })
    }
  })
}

declare const offeredFile: Blob
declare const offeredName: string

/** What was offered since, by name and as base64. */
export async function readOffer(tab: Tab): Promise<{ name: string; file: string }> {
  return tab.evaluate(async () => {
    const bytes = new Uint8Array(await offeredFile.arrayBuffer())
    return { name: offeredName, file: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  })
}

/** Chooses a file in a file field, as soon as it is there, as the browser's own dialogue would. */
export async function chooseFile(tab: Tab, path: string, file: string): Promise<void> {
  const isThere = () => tab.evaluate((path) => document.querySelector(path) !== null, path)
  await expect.poll(isThere, { interval: 100, message: `no ${path}` }).toBe(true)
  await tab.evaluate(
    (path, file) => {
      const field = document.querySelector<HTMLInputElement>(path)
      if (!field) throw new Error(`there is no ${path}`)
      const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
      const chosen = new DataTransfer()
      chosen.items.add(new File([bytes], 'till.counterfoil'))
      field.files = chosen.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
    },
    path,
    file,
  )
}
