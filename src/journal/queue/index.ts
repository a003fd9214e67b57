export { act } from './act.js'
export { findObstacle, type Guard, noteOf, type Obstacle } from './admit.js'
export { addEntries, addReferenceLane, append } from './append.js'
export { findBase, freeze } from './freeze.js'
export { isAtRest, pause, resume } from './manual-pause.js'
export { createReached, listUnusedNumbers, takeNumber, type Taking } from './numbers.js'
export {
  chainEntry,
  type Draft,
  fingerprintText,
  laneAfter,
  type PreparedDecision,
  type PreparedDraft,
  prepareDecisions,
  prepareDraft,
  readMoment,
} from './prepare.js'
export { record, recordedTables } from './record.js'
export { fenceRuns } from './fence.js'
export { beat, begin, end, readRun } from './run.js'
export { createTurns } from './turn.js'
export { createWriteNew } from './write-new.js'
