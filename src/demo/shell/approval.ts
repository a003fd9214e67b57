import type { ActToApprove, Approve } from '../../elements.js'
import { askForPin, type PinDeps } from './pin-dialog.js'
import type { Role } from './people.js'

/** What the elements ask for, and what register and office ask for themselves. */
export type DemoAct =
  ActToApprove['act'] | 'override' | 'allow-duplicate' | 'people' | 'hand-over' | 'take-over'

/** Who may do what. */
const roleOf: Record<DemoAct, Role> = {
  'send-again': 'supervisor',
  'mark-applied': 'supervisor',
  merge: 'supervisor',
  amend: 'supervisor',
  void: 'supervisor',
  'take-back': 'supervisor',
  'acknowledge-losses': 'supervisor',
  'bring-back': 'supervisor',
  pause: 'supervisor',
  resume: 'supervisor',
  'show-cards': 'supervisor',
  override: 'supervisor',
  people: 'supervisor',
  'hand-over': 'supervisor',
  'take-over': 'supervisor',
  'look-up': 'cashier',
  'allow-duplicate': 'cashier',
}

export type DemoApprove = (asked: { act: DemoAct }) => ReturnType<Approve>

/** Asks a person who may do an act for the PIN. */
export function createApproval(deps: PinDeps): DemoApprove {
  return async ({ act }) => {
    const isAllowed = (role: Role) => roleOf[act] === 'cashier' || role === 'supervisor'
    const candidates = deps.people.list().filter(({ role }) => isAllowed(role))
    const title = roleOf[act] === 'supervisor' ? deps.texts.approveTitle : deps.texts.who
    const person = await askForPin(deps, title, candidates)
    return person && { by: person.name }
  }
}
