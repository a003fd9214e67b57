import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('fr', 'other')

/** French. */
export const frenchDay: DayTexts = {
  title: (date) => `Chiffres du ${date}`,
  choose: 'Jour',
  captured: 'Saisies',
  settled: 'Terminées',
  waiting: 'En attente',
  parked: 'À traiter',
  voided: 'Annulées',
  incomplete: 'Cette journée n’est pas complète. Encore ouvert :',
  missing: plural({ one: '# opération', other: '# opérations' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Les chiffres peuvent changer tant que ces opérations ne sont pas terminées ou annulées.',
  complete: 'Toutes les opérations de cette journée sont terminées ou annulées.',
  soFar: 'Jusqu’ici, tout est terminé ou annulé. La journée n’est pas finie.',
  nothing: 'Rien n’a été saisi ce jour-là.',
  operations: 'Opérations',
  money: 'Montants',
  corrections: plural({ one: '# correction, différence', other: '# corrections, différence' }),
  span: 'Période',
  byKind: 'Par opération',
  byHour: 'Par heure',
  kind: 'Opération',
  hour: 'Heure',
  chart: (busiest, count) =>
    `Barres des opérations saisies par heure. L’heure la plus chargée : ${busiest}, ${count}. Le tableau ci-dessous donne chaque heure.`,
  inTable: 'Toutes les heures en tableau',
  legendSettled: 'terminées',
  legendOthers: 'non terminées',
  amounts: (kinds) => `Les montants concernent : ${kinds}. Le reste est seulement compté.`,
  unused: 'Numéros de ticket attribués et jamais utilisés',
  readAt: (time) => `Situation : ${time}`,
  reading: 'Lecture des chiffres…',
  notReadable: (message) => `Les chiffres sont illisibles : ${message}`,
  download: 'Télécharger le CSV',
  print: 'Imprimer',
}
