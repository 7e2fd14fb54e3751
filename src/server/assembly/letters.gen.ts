// Made by `npm run letters`, which finds them; not to be edited.
import { alertLetters } from '../alerts/letters.ts'
import { closingLetters } from '../areas/closing/letters.ts'
import { purchasesLetters } from '../areas/eventOrders/letters.ts'
import { newsletterLetters } from '../areas/newsletter/letters.ts'
import { signinLetters } from '../areas/signin/letters.ts'
import { shiftLetters } from '../event/letters/shiftLetters.ts'
import { emailLetters } from '../member/emailLetters.ts'
import { memberLetters } from '../member/letters.ts'
import { cardLetters } from '../order/letters/cardLetters.ts'
import { orderLetters } from '../order/letters/orderLetters.ts'
import { renewalLetters } from '../order/letters/renewalLetters.ts'

export const letters = {
  ...alertLetters,
  ...closingLetters,
  ...purchasesLetters,
  ...newsletterLetters,
  ...signinLetters,
  ...shiftLetters,
  ...emailLetters,
  ...memberLetters,
  ...cardLetters,
  ...orderLetters,
  ...renewalLetters,
}
