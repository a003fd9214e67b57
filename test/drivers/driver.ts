import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from './stores.js'

/** `sqlite` is Chromium with its databases in SQLite, as it will have them. */
export const engineNames = ['chromium', 'firefox', 'webkit', 'sqlite'] as const

export type EngineName = (typeof engineNames)[number]

/** How to come by a browser's engine, and how to start it. */
export interface Engine {
  name: EngineName
  /** Whose code it is: two engines may differ in a setting alone. */
  family: Exclude<EngineName, 'sqlite'>
  /** What it keeps its databases in. */
  store: Store
  /** What stands in the way of using it on this machine, with what to install; undefined if nothing does. */
  findObstacle: () => string | undefined
  /** Makes ready what spares many starts their work; returns how to be rid of it. */
  prepare?: () => Promise<() => void>
  /** A real browser with its profile on disk, in a process group of its own. */
  start: (profile: string) => Promise<Browser>
}

export interface Browser {
  readonly engine: EngineName
  /** A new tab at an address, loaded. */
  open: (url: string) => Promise<Tab>
  /** Errors and warnings of all pages, and exceptions nobody caught, where the engine tells them. */
  readonly complaints: string[]
  /** Stops every process of it, as a tablet does whose lid is closed; resolves when none runs. */
  sleep: () => Promise<void>
  wake: () => void
  /** Leaves as a person does, so that everything is written down. */
  close: () => Promise<void>
  /** Takes away every process of it at once, as a power cut would; resolves when none is left. */
  kill: () => Promise<void>
}

export interface Tab {
  /** Goes to an address; resolves when the page has loaded. */
  go: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  /**
   * Runs a function in the page and resolves with what it comes to. The function is carried over as text and sees
   * nothing of its surroundings; arguments and result travel as JSON. What it throws is thrown here, by message.
   * Where the page goes away meanwhile, Firefox runs it once more, in the next page.
   */
  evaluate: <Arguments extends unknown[], Result>(
    run: (...words: Arguments) => Result | Promise<Result>,
    ...words: Arguments
  ) => Promise<Result>
  /** Presses and lets go of the mouse's first button at a place of the view. */
  clickAt: (x: number, y: number) => Promise<void>
  /** Types into whatever has the focus. */
  type: (text: string) => Promise<void>
  /** Presses one key. */
  press: (key: Key) => Promise<void>
  /** What it shows, as a PNG. */
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}

export const keys = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
] as const

export type Key = (typeof keys)[number]

/** What WebDriver and BiDi call the keys that write nothing. */
export const keyToCode: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
}

/** A folder for a browser's profile, and how to be rid of it. */
export function createProfile(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-profile-'))
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
