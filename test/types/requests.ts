import type {
  AssociateRequest,
  ConfirmOrderRequest,
  MigrateRequest,
  RefundRequest,
  Till,
  UpdateReceiptRequest,
} from 'counterfoil'
import type { Infer } from 'superstruct'
import type * as models from '../../src/domain/models.js'
import type * as outcome from '../../src/domain/outcome.js'
import type * as structs from '../../src/domain/structs.js'

// What an editor shows of a body is what the till accepts: this file is compiled and never run.

type Equal<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false
/** Each field by itself: of two types whose fields are all optional, one with fewer would pass for the other. */
type Fields<Model> = { [Key in keyof Required<Model>]-?: [Model[Key]] }
type Same<Left, Right> = Equal<Fields<Left>, Fields<Right>>
const same = <Left, Right>(_: Same<Left, Right>): void => undefined

same<models.Address, Infer<typeof structs.Address>>(true)
same<models.Holder, Infer<typeof structs.Holder>>(true)
same<models.Partnership, Infer<typeof structs.Partnership>>(true)
same<models.MobileDevice, Infer<typeof structs.MobileDevice>>(true)
same<models.CardData, Infer<typeof structs.CardData>>(true)
same<models.CardCodeItem, Infer<typeof structs.CardCodeItem>>(true)
same<models.IssuerData, Infer<typeof structs.IssuerData>>(true)
same<models.Product, Infer<typeof structs.Product>>(true)
same<models.ReceiptPayment, Infer<typeof structs.ReceiptPayment>>(true)
same<models.SenderData, Infer<typeof structs.SenderData>>(true)
same<models.Receipt, Infer<typeof structs.Receipt>>(true)
same<models.OrderPayment, Infer<typeof structs.OrderPayment>>(true)
same<models.Promotion, Infer<typeof structs.Promotion>>(true)
same<models.Buyer, Infer<typeof structs.Buyer>>(true)
same<AssociateRequest, Infer<typeof structs.AssociateOperationViewModel>>(true)
same<RefundRequest, Infer<typeof structs.SVCAuthorizedOperationViewModel>>(true)
same<MigrateRequest, Infer<typeof structs.SVCMigrationOperationViewModel>>(true)
same<UpdateReceiptRequest, Infer<typeof structs.SVCUpdateReceiptOperationViewModel>>(true)
same<ConfirmOrderRequest, Infer<typeof structs.MKTConfirmOrderRequestViewModel>>(true)

same<outcome.Problem, Infer<typeof outcome.Problem>>(true)
same<outcome.ManualPause, Infer<typeof outcome.ManualPause>>(true)
same<Pick<outcome.Pause, 'scope'>, { scope: outcome.PauseScope }>(true)

same<Parameters<Till['refund']>[0], RefundRequest>(true)
// @ts-expect-error -- a field that one of the two lacks is noticed
same<Omit<RefundRequest, 'Notes'>, RefundRequest>(true)
