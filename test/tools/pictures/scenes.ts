import type { Page } from 'playwright'

/** One picture: where to go, and what to do there before it is taken. */
export interface Scene {
  name: string
  hash: string
  /** What is there once the view has read what it shows. */
  ready: string
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

const ready = {
  till: '[data-testid="recent"] li',
  attention: 'counterfoil-attention article',
  journal: 'counterfoil-journal [role="row"][aria-selected]',
  day: 'counterfoil-day .report',
  office: '[data-testid="training"]',
}

const openLab = async (page: Page) => {
  await page.getByTestId('lab-toggle').click()
  await page.locator('#lab').waitFor()
}

const openTimeline = async (page: Page) => {
  await openLab(page)
  await page.getByTestId('timeline').evaluate((timeline) => {
    timeline.scrollIntoView({ block: 'end' })
    scrollTo(0, 0)
  })
}

const openFirstRow = async (page: Page) => {
  await page.locator('counterfoil-journal').getByRole('row', { name: /1211/ }).first().click()
  await page.locator('counterfoil-journal .slip').waitFor()
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
  {
    name: 'till',
    hash: '#till',
    ready: ready.till,
    prepare: fillExample,
    width: 1280,
    height: 800,
    colorScheme: 'light',
  },
  {
    name: 'attention',
    hash: '#attention',
    ready: ready.attention,
    prepare: openMerge,
    top: merging,
    width: 1280,
    height: 860,
    colorScheme: 'light',
  },
  {
    name: 'journal',
    hash: '#journal',
    ready: ready.journal,
    prepare: openFirstRow,
    width: 1280,
    height: 800,
    colorScheme: 'light',
  },
  { name: 'day', hash: '#day', ready: ready.day, width: 1280, height: 1000, colorScheme: 'light' },
  {
    name: 'lab',
    hash: '#till',
    ready: ready.till,
    prepare: openTimeline,
    width: 1280,
    height: 900,
    colorScheme: 'dark',
  },
]

/** What a reviewer looks at, in every width, colour and language. */
export const views: readonly Scene[] = [
  { name: 'till', hash: '#till', ready: ready.till },
  { name: 'till-example', hash: '#till', ready: ready.till, prepare: fillExample },
  { name: 'attention', hash: '#attention', ready: ready.attention },
  { name: 'attention-merge', hash: '#attention', ready: ready.attention, prepare: openMerge },
  { name: 'journal', hash: '#journal', ready: ready.journal },
  { name: 'journal-open', hash: '#journal', ready: ready.journal, prepare: openFirstRow },
  { name: 'day', hash: '#day', ready: ready.day },
  { name: 'office', hash: '#office', ready: ready.office },
  { name: 'lab', hash: '#till', ready: ready.till, prepare: openLab },
]
