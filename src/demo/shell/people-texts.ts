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
  notApproved: string
  signInTitle: string
  confirm: string
  cancel: string
  wrong: (left: string) => string
  wait: (seconds: string) => string
  notNoted: string
}
