import type { Language } from '../languages.js'
import type { Role } from './people.js'

/** The words of signing in. */
export interface PeopleTexts {
  title: string
  hint: string
  name: string
  role: string
  roles: Record<Role, string>
  pin: string
  pinHint: string
  pinAgain: string
  pinWrongForm: string
  pinsDiffer: string
  firstSupervisor: string
  lastSupervisor: string
  add: string
  added: (name: string) => string
  remove: (name: string) => string
  signIn: string
  signOut: string
  who: string
  approveTitle: string
  signInTitle: string
  confirm: string
  cancel: string
  wrong: (left: string) => string
  wait: (seconds: string) => string
}

const english: PeopleTexts = {
  title: 'Sign-in',
  hint: 'Once people are named here, the till asks for their PIN where a person decides.',
  name: 'Name',
  role: 'May',
  roles: { cashier: 'serve (cashier)', supervisor: 'decide (supervisor)' },
  pin: 'PIN',
  pinHint: '4 to 8 digits',
  pinAgain: 'PIN once more',
  pinWrongForm: 'A PIN has 4 to 8 digits.',
  pinsDiffer: 'The two PINs differ.',
  firstSupervisor: 'Begin with a supervisor.',
  lastSupervisor: 'The last supervisor goes last.',
  add: 'Add or change',
  added: (name) => `${name} can sign in.`,
  remove: (name) => `Remove ${name}`,
  signIn: 'Sign in with PIN',
  signOut: 'Sign out',
  who: 'Who is there?',
  approveTitle: 'A supervisor must approve this',
  signInTitle: 'Sign in',
  confirm: 'Confirm',
  cancel: 'Cancel',
  wrong: (left) => `Wrong PIN. Tries left: ${left}.`,
  wait: (seconds) => `Too many wrong PINs. Try again in ${seconds} seconds.`,
}

const italian: PeopleTexts = {
  title: 'Accesso',
  hint: 'Quando qui ci sono persone, la cassa chiede il loro PIN dove decide una persona.',
  name: 'Nome',
  role: 'Può',
  roles: { cashier: 'servire (cassiere)', supervisor: 'decidere (responsabile)' },
  pin: 'Codice PIN',
  pinHint: 'Da 4 a 8 cifre',
  pinAgain: 'Ancora il PIN',
  pinWrongForm: 'Un PIN ha da 4 a 8 cifre.',
  pinsDiffer: 'I due PIN sono diversi.',
  firstSupervisor: 'Cominciare con un responsabile.',
  lastSupervisor: 'L’ultimo responsabile si toglie per ultimo.',
  add: 'Aggiungi o cambia',
  added: (name) => `${name} può accedere.`,
  remove: (name) => `Togli ${name}`,
  signIn: 'Accedi con il PIN',
  signOut: 'Esci',
  who: 'Chi c’è?',
  approveTitle: 'Serve l’approvazione di un responsabile',
  signInTitle: 'Accesso alla cassa',
  confirm: 'Conferma',
  cancel: 'Chiudi',
  wrong: (left) => `PIN sbagliato. Tentativi rimasti: ${left}.`,
  wait: (seconds) => `Troppi PIN sbagliati. Riprovare tra ${seconds} secondi.`,
}

export const peopleTexts: Record<Language, PeopleTexts> = { en: english, it: italian }
