// The additional addresses of a member whose account is closed get no mail any more.
import type { Closing } from '../../member/closing.ts'
import { deleteAdditionalEmailsOf } from './db/additionalEmail.ts'

export const closing: Closing = deleteAdditionalEmailsOf
