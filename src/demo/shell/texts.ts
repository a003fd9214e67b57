import type { PeopleTexts } from './people-texts.js'
import type { ViewName } from './routes.js'

type ReasonName = 'sending' | 'queued' | 'parked' | 'kept'

/** The texts of the page around the views; each view has its own texts. */
export interface ShellTexts {
  title: string
  /** Shown until the till is open. */
  opening: string
  skip: string
  place: (shop: string, terminal: string) => string
  views: Record<ViewName, string>
  navigation: string
  needing: (count: string) => string
  needingUnknown: string
  signedOut: string
  at: string
  lab: string
  labClose: string
  training: { badge: string; slip: string }
  update: { ready: string; apply: string; waiting: string; elsewhere: string; reload: string }
  failure: {
    outdated: string
    outdatedAdvice: string
    storage: string
    storageAdvice: string
    other: string
    otherAdvice: string
    support: (text: string) => string
  }
  office: {
    people: string
    who: string
    whoHint: string
    language: string
    keep: string
    kept: string
    training: string
    trainingHint: string
    trainingStart: string
    trainingEnd: string
    /** The browser does not let the page store a choice. */
    unstored: string
    safety: string
    safe: string
    unsafe: string
    reasons: Record<ReasonName, (count: string) => string>
    check: string
    checking: string
    intact: (count: string) => string
    altered: string
    move: string
    moveHint: string
    passphrase: string
    passphraseHint: string
    shopKey: string
    shopKeyHint: string
    by: string
    reason: string
    to: string
    toHint: string
    handOver: string
    handOverHint: string
    export: string
    exported: (count: string) => string
    unconfirmed: (when: string, to: string, count: string) => string
    download: string
    downloaded: string
    arrived: string
    arrivedHow: string
    lost: string
    lostSure: string
    takenBack: (count: string) => string
    import: string
    importHint: string
    file: string
    takeOver: string
    takeOverHint: string
    unchanged: string
    unchangedHint: string
    look: string
    found: (from: string, when: string, count: string) => string
    imported: (count: string) => string
    /** How many may have been imported before, in what this till has lost since. */
    doubted: (count: string) => string
    shownOnly: string
    left: (count: string) => string
    failed: (message: string) => string
    working: string
    version: string
    versionCheck: string
    versionNone: string
  }
  people: PeopleTexts
}
