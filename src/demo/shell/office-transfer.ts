import type { ImportReport } from '../../index.js'
import { create } from '../dom.js'
import { locales } from '../languages.js'
import {
  createCard,
  createField,
  createForm,
  createTick,
  type Field,
  offerFile,
  type OfficeDeps,
} from './card.js'
import { createHandOverList } from './office-hand-overs.js'
import { createVerdict, type VerdictFields } from './office-verdict.js'
import type { ShellTexts } from './texts.js'

const passphraseRules = {
  type: 'password',
  required: true,
  minlength: '8',
  autocomplete: 'new-password',
} as const

/** Creates the card that writes all unsettled entries into a file, as a copy or as a hand-over. */
export function createExportCard(deps: OfficeDeps): HTMLElement {
  const {
    till,
    texts: { office },
    signIn,
  } = deps
  const passphrase = createField(office.passphrase, passphraseRules, office.passphraseHint)
  const over = createTick(office.handOver, office.handOverHint)
  const to = createField(office.to, { type: 'text' }, office.toHint)
  const verdict = createVerdict(deps, { isRequired: false })
  const form = createForm(
    office.export,
    [passphrase.element, over.element, connect(over, verdict, [to.element])],
    async (outcome) => {
      const given = over.input.checked ? await verdict.read('hand-over') : undefined
      if (over.input.checked && !given) {
        outcome.show(signIn.texts.notApproved)
        return
      }
      const terminal = to.input.value.trim()
      const handOver = given && { ...given, ...(terminal !== '' && { to: terminal }) }
      const file = await till.exportJournal(passphrase.input.value, handOver ? { handOver } : {})
      offerFile(file)
      outcome.show(office.exported((file.size / 1_000).toFixed(1)))
    },
    office,
  )
  return createCard(office.move, office.moveHint, form, ...createHandOverList(deps))
}

/** Creates the card that reads such a file; it imports a hand-over, or the copy of a broken till. */
export function createImportCard(deps: OfficeDeps): HTMLElement {
  const {
    till,
    texts: { office },
    preferences,
    signIn,
  } = deps
  const file = createField(office.file, { type: 'file', required: true, accept: '.counterfoil' })
  const passphrase = createField(office.passphrase, { ...passphraseRules, autocomplete: 'off' })
  const key = createField(office.shopKey, { type: 'password' }, office.shopKeyHint)
  key.input.addEventListener('input', () => {
    passphrase.input.required = key.input.value.trim() === ''
  })
  const dead = createTick(office.takeOver, office.takeOverHint)
  const unchanged = createTick(office.unchanged, office.unchangedHint)
  const verdict = createVerdict(deps, { isRequired: false })
  const form = createForm(
    office.look,
    [
      file.element,
      passphrase.element,
      key.element,
      dead.element,
      connect(dead, verdict, [unchanged.element]),
    ],
    async (outcome) => {
      const [chosen] = file.input.files ?? []
      if (!chosen) return
      const given = dead.input.checked ? await verdict.read('take-over') : undefined
      if (dead.input.checked && !given) {
        outcome.show(signIn.texts.notApproved)
        return
      }
      const takeOver = given && { ...given, unchanged: unchanged.input.checked }
      const secret = key.input.value.trim() === '' ? passphrase.input.value : readKey(key.input.value)
      const report = await till.importJournal(chosen, secret, takeOver ? { takeOver } : {})
      outcome.show(reportToWords(report, dead.input.checked, office, locales[preferences.language]))
    },
    office,
  )
  return createCard(office.import, office.importHint, form)
}

function readKey(text: string): { privateKey: JsonWebKey } {
  try {
    return { privateKey: JSON.parse(text) as JsonWebKey }
  } catch {
    // A text that is no key opens nothing, and the till says so.
    return { privateKey: {} }
  }
}

function reportToWords(
  { kind, shop, terminal, at, entries, imported, doubted, left }: ImportReport,
  isTakenOver: boolean,
  office: ShellTexts['office'],
  locale: string,
): string {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return [
    office.found(`${shop} / ${terminal}`, when, String(entries.length)),
    kind === 'copy' && !isTakenOver ? office.shownOnly : office.imported(String(imported)),
    ...(doubted > 0 ? [office.doubted(String(doubted))] : []),
    ...(left.length > 0 ? [office.left(String(left.length))] : []),
  ].join(' ')
}

/** Shows and requires name and reason only for a hand-over or a take-over. */
function connect({ input }: Field, verdict: VerdictFields, others: readonly HTMLElement[] = []): HTMLElement {
  const element = create('div', { class: 'verdict', hidden: true }, ...verdict.elements, ...others)
  input.addEventListener('change', () => {
    element.hidden = !input.checked
    verdict.require(input.checked)
  })
  return element
}
