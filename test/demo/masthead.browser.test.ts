import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import baseSheet from '../../src/demo/base.css?inline'
import shellSheet from '../../src/demo/shell/shell.css?inline'
import { languages } from '../../src/demo/languages.js'
import { createMasthead } from '../../src/demo/shell/masthead.js'
import { demoTexts } from '../support/demo-texts.js'
import { wearStyles } from '../support/styles.js'

wearStyles(baseSheet, shellSheet)

afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(1280, 800)
})

it.each(languages)('a long name leaves the lab’s button beside it on a phone, in %s', async (language) => {
  await page.viewport(390, 844)
  const { shell: texts } = demoTexts[language]
  const operator = 'Maximiliana Featherstonehaugh-Wolkenstein'
  const masthead = createMasthead({ texts, shop: 'S01', terminal: 'T1', operator, isTraining: false })
  masthead.labToggle.hidden = false
  document.body.append(masthead.element)
  const place = masthead.element.querySelector('.operator')?.getBoundingClientRect()
  expect(place?.top).toBe(masthead.labToggle.getBoundingClientRect().top)
  expect(document.documentElement.scrollWidth).toBe(390)
})
