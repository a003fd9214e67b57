import { create } from '../dom.js'
import { createPeopleCard, createTrainingCard } from './office-people.js'
import { createSafetyCard, createVersionCard } from './office-safety.js'
import { createExportCard, createImportCard } from './office-transfer.js'
import type { OfficeDeps } from './office-deps.js'

/** What is done now and then: who is here, training, leaving, moving to another till, updates. */
export function createOffice(deps: OfficeDeps): HTMLElement {
  return create(
    'div',
    { class: 'office' },
    createPeopleCard(deps),
    createTrainingCard(deps),
    createSafetyCard(deps),
    createExportCard(deps),
    createImportCard(deps),
    createVersionCard(deps),
  )
}
