export { act } from './act.js'
export { type Guard, noteOf, type Obstacle } from './admit.js'
export { findObstacle } from './admit-written.js'
export { addEntries, addReferenceLane } from './add-entries.js'
export { append } from './append.js'
export { findBase, freeze } from './freeze.js'
export { isAtRest, pause, resume } from './manual-pause.js'
export { createReached, takeNumber, type Taking } from './numbers.js'
export { listUnusedNumbers } from './unused-numbers.js'
export {
  chainEntry,
  type Draft,
  fingerprintText,
  laneAfter,
  type PreparedDraft,
  prepareDraft,
} from './prepare.js'
export { type PreparedDecision, prepareDecisions } from './prepare-decisions.js'
export { record, recordedTables } from './record.js'
export { fenceRuns } from './fence.js'
export { beat, begin, end, readRun } from './run.js'
export { createTurns } from './turn.js'
export { createWriteNew } from './write-new.js'
