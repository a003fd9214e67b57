import { render } from 'lit'
import { expect, it, onTestFinished } from 'vitest'
import { findPageTexts } from '../../src/desk/languages.js'
import { renderLocked } from '../../src/desk/start-view.js'

it('the passphrase that was typed for a file goes with it when another file is chosen', () => {
  const place = document.createElement('div')
  document.body.append(place)
  onTestFinished(() => {
    place.remove()
  })
  const acts = { onChooseKey: () => undefined, onPassphrase: () => undefined, onAnother: () => undefined }
  const show = (file: File, isBusy = false) => {
    const stage = { tag: 'locked', kind: 'passphrase', file, isBusy } as const
    render(renderLocked(stage, findPageTexts('en'), acts), place)
    const field = place.querySelector<HTMLInputElement>('#passphrase')
    if (!field) throw new Error('nothing asks for the passphrase')
    return field
  }
  const file = new File([], 'first.counterfoil')
  const field = show(file)
  field.value = 'seven green bottles'
  place.querySelector<HTMLInputElement>('.check input')?.click()
  expect(show(file, true)).toMatchObject({ value: 'seven green bottles', type: 'text' })
  expect(show(new File([], 'second.counterfoil'))).toMatchObject({ value: '', type: 'password' })
})
