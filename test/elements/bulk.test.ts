import { expect, it } from 'vitest'
import { carryOut, createAction, doneToWords } from '../../src/elements/attention/action.js'
import { errorToWords } from '../../src/elements/error-words.js'
import { createFormats } from '../../src/elements/formats.js'
import { findTexts } from '../../src/elements/texts/languages.js'
import type { Till } from '../../src/index.js'
import { parkedOf } from '../support/pretend.js'

const voice = { texts: findTexts('en'), formats: createFormats('en', 'EUR') }
const entries = ['a', 'b', 'c', 'd'].map((id) => ({ ...parkedOf('rejected'), id }))
const action = { ...createAction('send-again', entries, 'Ada'), isBulk: true }

function tillThatFails(at: string, error: Error): Till {
  const sendAgain = (id: string) => (id === at ? Promise.reject(error) : Promise.resolve())
  return { attention: { sendAgain } } as unknown as Till
}

it('what was sent again before one failed is told, and the rest was not reached', async () => {
  const error = new Error('the disk is gone')
  const ends = await carryOut(tillThatFails('c', error), action)
  expect(ends).toMatchObject({ ids: ['a', 'b'], left: 0 })
  expect(doneToWords(action, ends, voice)).toBe(`2 will be sent again. ${errorToWords(error, voice)}`)
})

it('where the first one fails nothing was done, which the form says', async () => {
  await expect(carryOut(tillThatFails('a', new Error('the disk is gone')), action)).rejects.toThrow(
    'the disk is gone',
  )
})

it('one that has changed meanwhile is left, and the others go', async () => {
  const changed = Object.assign(new Error('changed'), { code: 'act-refused' })
  const ends = await carryOut(tillThatFails('a', changed), action)
  expect(ends).toEqual({ ids: ['b', 'c', 'd'], left: 1 })
})
