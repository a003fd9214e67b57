import type { Page } from 'playwright'

/** One picture: where to go, and what to do there before it is taken. */
export interface Scene {
  name: string
  hash: string
  prepare?: (page: Page) => Promise<void>
  /** What stands at the top of the picture; the page's own head, unless named. */
  top?: string
}

/** A picture for the readers of README and docs. */
export interface Picture extends Scene {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  /** How many dots make a pixel; fewer make a smaller file. */
  scale?: number
}

const openLab = async (page: Page) => {
  await page.getByTestId('lab-toggle').click()
  await page.locator('#lab').waitFor()
}

const openFirstRow = async (page: Page) => {
  await page.locator('counterfoil-journal').getByRole('row', { name: /1211/ }).first().click()
}

const merging = 'counterfoil-attention li:has(#panel)'

const openMerge = async (page: Page) => {
  await page.locator('counterfoil-attention [data-act="merge"]').first().click()
  await page.locator(`${merging} input[value="theirs"]`).first().waitFor()
  for (const choice of await page.locator(`${merging} input[value="theirs"]`).all()) await choice.check()
}

const fillExample = async (page: Page) => {
  await page.getByTestId('example').click()
}

/** What the docs show. */
export const pictures: readonly Picture[] = [
  { name: 'till', hash: '#till', prepare: fillExample, width: 1280, height: 800, colorScheme: 'light' },
  {
    name: 'attention',
    hash: '#attention',
    prepare: openMerge,
    top: merging,
    width: 1280,
    height: 800,
    colorScheme: 'light',
  },
  {
    name: 'journal',
    hash: '#journal',
    prepare: openFirstRow,
    width: 1280,
    height: 800,
    colorScheme: 'light',
  },
  { name: 'day', hash: '#day', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'lab', hash: '#till', prepare: openLab, width: 1280, height: 800, colorScheme: 'dark' },
]

/** What a reviewer looks at, in every width, colour and language. */
export const views: readonly Scene[] = [
  { name: 'till', hash: '#till' },
  { name: 'till-example', hash: '#till', prepare: fillExample },
  { name: 'attention', hash: '#attention' },
  { name: 'attention-merge', hash: '#attention', prepare: openMerge },
  { name: 'journal', hash: '#journal' },
  { name: 'journal-open', hash: '#journal', prepare: openFirstRow },
  { name: 'day', hash: '#day' },
  { name: 'office', hash: '#office' },
  { name: 'lab', hash: '#till', prepare: openLab },
]
