export type { Answer, DropAnswer, ReplyAnswer } from './answers.js'
export type { Arrival } from './arrivals.js'
export {
  createBank,
  createMemoryLedger,
  type ApplyContext,
  type Bank,
  type BankOptions,
  type BankSettings,
  type Effect,
  type Ledger,
} from './bank.js'
export type { Card, Transaction, Validators } from './books.js'
export type { Conditions } from './conditions.js'
export {
  createFaults,
  type ChanceOfFaults,
  type Fault,
  type Faults,
  type FaultTarget,
  type ScriptedFault,
  type StatusFault,
} from './faults.js'
export { createHandler, type Handler, type HandlerOptions } from './handler.js'
export { startSandbox, type Sandbox, type SandboxOptions, type SandboxParts } from './http.js'
export { openLedgerFile } from './ledger.js'
export type { Problem, ProblemName, Reply } from './problems.js'
export { readBody, type Bodies, type Operation, type Reading, type Receipt } from './reading.js'
export type { ServiceRequest } from './routes.js'
export { createService, type Reception, type Service, type ServiceParts } from './service.js'
export { sandboxPlugin, type SandboxHost, type SandboxPlugin, type SandboxPluginOptions } from './vite.js'
