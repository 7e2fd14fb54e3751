// Refused because of what others hold who may never pay.
import { Failure, type FailureCode, type FailureDetails } from '../../../contract/failures.ts'

/** So many pieces are needed, and these unpaid orders hold them: those first that are known to be idle, then the oldest. */
export interface NeededPieces {
  readonly pieces: number
  readonly orders: readonly { readonly orderId: number; readonly pieces: number }[]
}

/** When all that is needed is given way, the same wish may be fulfilled. */
export class HeldFailure extends Failure {
  readonly needed: readonly NeededPieces[]

  constructor(
    code: FailureCode,
    message: string,
    { needed, ...details }: FailureDetails & { readonly needed: readonly NeededPieces[] },
  ) {
    super(code, message, details)
    this.needed = needed
  }
}
