import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DeskPage } from '../../src/desk/page.js'
import { sealFile } from '../../src/journal/seal/index.js'
import '../../src/elements.js'

const passphrase = 'four words and not eight'

class TestedDesk extends DeskPage {}

beforeAll(() => {
  customElements.define('tested-desk', TestedDesk)
})

/** A copy of nothing, for a service in a currency. */
async function createFile(name: string, currency?: string): Promise<File> {
  const service = currency === undefined ? [] : [`currency:${currency}`]
  const head = { format: 2, file: name, kind: 'copy', shop: 'S01', terminal: 'T3', at: Date.now() }
  const sealed = await sealFile(passphrase, { ...head, service, entries: [], left: [] }, 2)
  return new File([sealed], name)
}

async function openDesk(): Promise<DeskPage> {
  const desk = new TestedDesk()
  document.body.append(desk)
  onTestFinished(() => {
    desk.remove()
  })
  await expect.poll(() => desk.querySelector('#choose')).not.toBeNull()
  return desk
}

function drop(file: File): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
}

async function unlock(desk: DeskPage, file: File): Promise<void> {
  drop(file)
  await expect.poll(() => desk.querySelector('#locked-title')?.textContent).toBe(file.name)
  const field = desk.querySelector<HTMLInputElement>('#passphrase')
  if (!field) throw new Error('nothing asks for the passphrase')
  field.value = passphrase
  field.form?.requestSubmit()
  await expect.poll(() => desk.querySelector('.facts dd')?.textContent).toBe(file.name)
}

const currencyOf = (desk: DeskPage) => desk.querySelector<HTMLSelectElement>('#currency')?.value

function choose(desk: DeskPage, currency: string): void {
  const select = desk.querySelector<HTMLSelectElement>('#currency')
  if (!select) throw new Error('there is no currency to choose')
  select.value = currency
  select.dispatchEvent(new Event('change'))
}

describe('the page that opens a journal', () => {
  it('shows the currency of the file, whether the browser lists it or not', async () => {
    const desk = await openDesk()
    await unlock(desk, await createFile('unlisted', 'QQQ'))
    expect(currencyOf(desk)).toBe('QQQ')
  })

  it('takes the currency of a file for that file only, and the one a person chose for those that tell none', async () => {
    const desk = await openDesk()
    await unlock(desk, await createFile('yen', 'JPY'))
    await unlock(desk, await createFile('untold'))
    expect(currencyOf(desk)).toBe('EUR')
    choose(desk, 'PLN')
    await unlock(desk, await createFile('yen-again', 'JPY'))
    expect(currencyOf(desk)).toBe('JPY')
    await unlock(desk, await createFile('untold-too'))
    expect(currencyOf(desk)).toBe('PLN')
  })

  it('shows the file that was dropped last, however long the one before it takes to be read', async () => {
    const desk = await openDesk()
    const slow = await createFile('slow')
    const { promise, resolve: read } = Promise.withResolvers<undefined>()
    const slice = slow.slice.bind(slow)
    slow.slice = (...part) => {
      const blob = slice(...part)
      const bytes = blob.arrayBuffer.bind(blob)
      blob.arrayBuffer = () => promise.then(bytes)
      return blob
    }
    drop(slow)
    drop(await createFile('quick'))
    await expect.poll(() => desk.querySelector('#locked-title')?.textContent).toBe('quick')
    read(undefined)
    await slow.slice().arrayBuffer()
    await desk.updateComplete
    expect(desk.querySelector('#locked-title')?.textContent).toBe('quick')
  })
})
