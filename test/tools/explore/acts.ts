import type { Page } from 'playwright'
import type { Random } from '../../simulation/random.js'
import type { Eyes, Thing } from './look.js'
import type { Tale } from './tale.js'
import { cards, chooseWords, type FieldUse } from './words.js'

declare const strangerEyes: Eyes

/** Who uses the page, and what was typed that must not be seen again. */
export interface Hand {
  page: Page
  random: Random
  tale: Tale
  /** What was typed into a field for secrets. */
  secrets: Set<string>
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const

const keys = [
  'Tab',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Escape',
  'Escape',
  'ArrowDown',
  'ArrowRight',
  'Home',
  'Space',
] as const

const schemes = ['light', 'dark'] as const

type Act = (hand: Hand) => Promise<void>

const acts: readonly (readonly [weight: number, act: Act])[] = [
  [62, useThing],
  [8, fillForm],
  [14, enterExample],
  [5, scan],
  [6, pressKey],
  [2, goBack],
  [1, goForward],
  [1.5, reload],
  [1, resize],
  [0.7, changeScheme],
]

/** One thing that a person might do next. */
export async function actOnce(hand: Hand): Promise<void> {
  const { page, random } = hand
  // Few dialogs are left by Escape otherwise.
  if (random.isLikely(0.2) && (await page.evaluate(() => strangerEyes.countModals())) > 0) {
    await press('Escape', hand)
    return
  }
  let left = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0)
  const [, act] = acts.find(([weight]) => (left -= weight) < 0) ?? acts[0] ?? [0, useThing]
  await act(hand)
}

async function useThing(hand: Hand): Promise<void> {
  const { page, random, tale } = hand
  const thing = await page.evaluate((roll) => strangerEyes.choose(roll), random.next())
  if (thing) {
    tale.begin(describe(thing))
    await use(thing, hand)
    return
  }
  tale.begin('finds nothing to use')
  tale.count('nothing to use')
}

/** Whether it could be reached. */
async function use(thing: Thing, hand: Hand, end?: 'Tab'): Promise<boolean> {
  const { page, tale } = hand
  if (!thing.isFree) {
    tale.note('something lies over it')
    tale.count('covered')
    return false
  }
  await page.mouse.click(thing.x, thing.y)
  tale.count(verbOf(thing))
  if (thing.use === 'choose') await chooseOption(hand)
  else if (thing.use !== 'press') await typeWords(hand, thing.use, end)
  return true
}

/** Fills a form as somebody does who wants it sent, and sends it off. */
async function fillForm(hand: Hand): Promise<void> {
  const { page, random, tale } = hand
  const count = await page.evaluate((roll) => strangerEyes.chooseForm(roll), random.next())
  tale.begin(`fills a form of ${count} fields`)
  tale.count('forms')
  for (let index = 0; index < count; index += 1) {
    if (random.isLikely(0.15)) continue
    const field = await page.evaluate((index) => strangerEyes.aim(index), index)
    if (!field) continue
    tale.note(describe(field))
    if (field.use === 'press' && random.isLikely(0.5)) continue
    if (!(await use(field, hand, 'Tab'))) return
  }
  const submit = await page.evaluate(() => strangerEyes.aim(-1))
  if (!submit) return
  tale.note(describe(submit))
  await use(submit, hand)
}

/** Enters one after the other, as a cashier does. */
async function enterExample({ page, random, tale }: Hand): Promise<void> {
  tale.begin('enters examples')
  const tab = page.getByRole('tab')
  if (random.isLikely(0.4) && (await tab.count()) > 0)
    await tab.nth(random.below(await tab.count())).click({ timeout: 3_000, force: true })
  for (let times = random.between(1, 4); times > 0; times -= 1) {
    for (const id of ['example', 'ring-up']) {
      const button = page.getByTestId(id)
      if (!(await button.isVisible())) return
      await button.click({ timeout: 3_000, force: true })
      tale.count('examples')
      await page.waitForTimeout(random.between(20, 150))
    }
  }
}

function describe(thing: Thing): string {
  return `${verbOf(thing)} ${thing.tag} “${thing.name}”`
}

function verbOf({ use }: Thing): string {
  if (use === 'press') return 'clicks'
  return use === 'choose' ? 'chooses in' : 'types into'
}

async function chooseOption({ page, random }: Hand): Promise<void> {
  // The list that a click opened is shut first: the arrows then change the choice itself.
  await page.keyboard.press('Escape')
  for (let times = random.between(1, 3); times > 0; times -= 1)
    await page.keyboard.press(random.pick(['ArrowDown', 'ArrowDown', 'ArrowUp']))
}

/** Types in place of what is there, and ends as people do: with Enter, with Tab, or not at all. */
async function typeWords(
  { page, random, tale, secrets }: Hand,
  use: FieldUse,
  end = random.pick(['Enter', 'Tab', '']),
): Promise<void> {
  const isSecret = ['authorization', 'pin', 'passphrase'].includes(use)
  const words = chooseWords(use, random)
  tale.note(`the words “${words.slice(0, 80)}”${words.length > 80 ? ` (${words.length} characters)` : ''}`)
  await page.keyboard.press('ControlOrMeta+A')
  if (words === '') await page.keyboard.press('Backspace')
  else await page.keyboard.insertText(words)
  // Typed elsewhere, because the focus went meanwhile, it is no secret.
  if (isSecret && (await page.evaluate(isInSecretField, words))) secrets.add(words)
  if (end !== '') await page.keyboard.press(end)
}

function isInSecretField(words: string): boolean {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return (
    focused instanceof HTMLInputElement &&
    focused.matches('[type=password], [data-secret]') &&
    focused.value.includes(words)
  )
}

async function scan({ page, random, tale }: Hand): Promise<void> {
  const code = random.isLikely(0.75)
    ? (random.pickFrom(cards) ?? '')
    : random.pick(['4006381333931', '12345678'])
  tale.begin(`scans ${code}`)
  tale.count('scans')
  await page.keyboard.type(code)
  await page.keyboard.press(random.pick(['Enter', 'Enter', 'Tab']))
}

async function pressKey(hand: Hand): Promise<void> {
  await press(hand.random.pick(keys), hand)
}

async function press(key: (typeof keys)[number], { page, tale }: Hand): Promise<void> {
  tale.begin(`presses ${key}`)
  const before = await page.evaluate(() => strangerEyes.countModals())
  await page.keyboard.press(key)
  tale.count('keys')
  if (key !== 'Escape' || before === 0) return
  // The browser gives the focus back before the key's press is over.
  if (
    (await page.evaluate(() => strangerEyes.countModals())) < before &&
    (await page.evaluate(isFocusOnBody))
  )
    await tale.find('the focus is lost to the page when Escape has shut a dialog', page)
}

function isFocusOnBody(): boolean {
  return document.activeElement === document.body
}

async function goBack({ page, tale }: Hand): Promise<void> {
  tale.begin('goes back')
  if (await page.evaluate(() => history.length > 2)) await page.goBack({ waitUntil: 'commit' })
}

async function goForward({ page, tale }: Hand): Promise<void> {
  tale.begin('goes forward')
  await page.goForward({ waitUntil: 'commit' })
}

async function reload({ page, tale }: Hand): Promise<void> {
  tale.begin('reloads')
  tale.count('reloads')
  await page.reload()
}

async function resize({ page, random, tale }: Hand): Promise<void> {
  const size = random.pick(sizes)
  tale.begin(`makes the window ${size.width} wide`)
  await page.setViewportSize(size)
}

async function changeScheme({ page, random, tale }: Hand): Promise<void> {
  const colorScheme = random.pick(schemes)
  tale.begin(`turns the colours ${colorScheme}`)
  await page.emulateMedia({ colorScheme })
}
