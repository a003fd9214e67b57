import { create } from '../dom.js'
import { createPeopleCard, createTrainingCard } from './office-people.js'
import { createSafetyCard, createVersionCard } from './office-safety.js'
import { createExportCard, createImportCard } from './office-transfer.js'
import type { OfficeDoors } from './office-doors.js'

/** What is done now and then: who is here, training, leaving, moving to another till, updates. */
export function createOffice(doors: OfficeDoors): HTMLElement {
  return create(
    'div',
    { class: 'office' },
    createPeopleCard(doors),
    createTrainingCard(doors),
    createSafetyCard(doors),
    createExportCard(doors),
    createImportCard(doors),
    createVersionCard(doors),
  )
}
