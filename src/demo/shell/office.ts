import { create } from '../dom.js'
import type { OfficeDeps } from './card.js'
import { createPeopleCard, createTrainingCard } from './office-people.js'
import { createSignInCard } from './office-sign-in.js'
import { createSafetyCard, createVersionCard } from './office-safety.js'
import { createExportCard, createImportCard } from './office-transfer.js'

/** Creates the office view: people, training, storage, files and updates. */
export function createOffice(deps: OfficeDeps): HTMLElement {
  return create(
    'div',
    { class: 'office' },
    createPeopleCard(deps),
    createSignInCard(deps),
    createTrainingCard(deps),
    createSafetyCard(deps),
    createExportCard(deps),
    createImportCard(deps),
    createVersionCard(deps),
  )
}
