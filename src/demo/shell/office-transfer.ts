import type { ImportReport, Till } from '../../index.js'
import { create } from '../dom.js'
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
    preferences,
  } = deps
  const passphrase = createField(office.passphrase, passphraseRules, office.passphraseHint)
  const over = createTick(office.handOver, office.handOverHint)
  const verdict = createVerdict(office, preferences.operator, [
    createField(office.to, { type: 'text' }, office.toHint),
  ])
  const [to] = verdict.others
  connect(over, verdict)
  const form = createForm(
    office.export,
    [passphrase.element, over.element, verdict.element],
    async (outcome) => {
      const terminal = to?.input.value.trim() ?? ''
      const handOver = { ...verdict.read(), ...(terminal !== '' && { to: terminal }) }
      const file = await till.exportJournal(passphrase.input.value, over.input.checked ? { handOver } : {})
      offerFile(file)
      outcome.show(office.exported((file.size / 1_000).toFixed(1)))
    },
    office,
  )
  return createCard(office.move, office.moveHint, form, createHandOverList(deps))
}

/** Creates the card that reads such a file; it imports a hand-over, or the copy of a broken till. */
export function createImportCard({ till, texts: { office }, preferences }: OfficeDeps): HTMLElement {
  const file = createField(office.file, { type: 'file', required: true, accept: '.counterfoil' })
  const passphrase = createField(office.passphrase, { ...passphraseRules, autocomplete: 'off' })
  const dead = createTick(office.takeOver, office.takeOverHint)
  const verdict = createVerdict(office, preferences.operator, [])
  connect(dead, verdict)
  const form = createForm(
    office.look,
    [file.element, passphrase.element, dead.element, verdict.element],
    async (outcome) => {
      const [chosen] = file.input.files ?? []
      if (!chosen) return
      const how: Parameters<Till['importJournal']>[2] = dead.input.checked ? { takeOver: verdict.read() } : {}
      const report = await till.importJournal(chosen, passphrase.input.value, how)
      outcome.show(reportToWords(report, dead.input.checked, office, preferences.language))
    },
    office,
  )
  return createCard(office.import, office.importHint, form)
}

function reportToWords(
  { kind, shop, terminal, at, entries, imported, left }: ImportReport,
  isTakenOver: boolean,
  office: ShellTexts['office'],
  language: string,
): string {
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return [
    office.found(`${shop} / ${terminal}`, when, String(entries.length)),
    kind === 'copy' && !isTakenOver ? office.shownOnly : office.imported(String(imported)),
    ...(left.length > 0 ? [office.left(String(left.length))] : []),
  ].join(' ')
}

interface VerdictFields {
  element: HTMLElement
  others: readonly Field[]
  asked: readonly Field[]
  read(): { by: string; reason: string }
}

/** Creates the fields for name and reason, which the till requires. */
function createVerdict(
  office: ShellTexts['office'],
  operator: string,
  others: readonly Field[],
): VerdictFields {
  const by = createField(office.by, { type: 'text', value: operator, maxlength: '64' })
  const reason = createField(office.reason, { type: 'text', maxlength: '200' })
  return {
    element: create(
      'div',
      { class: 'verdict', hidden: true },
      ...[by, reason, ...others].map(({ element }) => element),
    ),
    others,
    asked: [by, reason],
    read: () => ({ by: by.input.value.trim(), reason: reason.input.value.trim() }),
  }
}

/** Shows and requires name and reason only for a hand-over or a take-over. */
function connect({ input }: Field, { element, asked }: VerdictFields): void {
  input.addEventListener('change', () => {
    element.hidden = !input.checked
    for (const field of asked) field.input.required = input.checked
  })
}
