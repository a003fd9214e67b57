export { problemToAnswer, Refusal, type Answer, type ProblemDetails } from './answer.js'
export { checkConditions, type AskedConditions, type Version } from './conditions.js'
export {
  createEffectOnce,
  type EffectOnce,
  type EffectOnceOptions,
  type EffectReply,
  type KeyedRequest,
} from './effect-once.js'
export { deleteExpiredKeys } from './keys.js'
export {
  createCardService,
  type Call,
  type Caller,
  type CardService,
  type CardServiceOptions,
  type Handler,
  type HandlerReply,
  type Handlers,
} from './service.js'
export { toNodeListener } from './node.js'
export {
  CommitUnknown,
  migrate,
  StoreUnavailable,
  type Migrations,
  type SqlRow,
  type SqlTransaction,
  type SqlValue,
  type Store,
} from './store.js'
