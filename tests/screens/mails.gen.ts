// Made by `npm run letters`, which finds them; not to be edited.
import { letterExamples as alerts } from '../server/alerts/letterExamples.ts'
import { letterExamples as closing } from '../server/areas/closing/cases.ts'
import { letterExamples as eventOrders } from '../server/areas/eventOrders/cases.ts'
import { letterExamples as newsletter } from '../server/areas/newsletter/cases.ts'
import { letterExamples as profile } from '../server/areas/profile/cases.ts'
import { letterExamples as signin } from '../server/areas/signin/cases.ts'
import { letterExamples as volunteers } from '../server/areas/volunteers/cases.ts'
import { letterExamples as mail } from '../server/mail/letterExamples.ts'
import { letterExamples as order } from '../server/order/letterExamples.ts'

import type { ExampleTime } from '../support/letters/letterExample.ts'

/** By kind of mail, examples of it. */
export function makeLetterExamples(time: ExampleTime) {
  return {
    ...alerts(time),
    ...closing(time),
    ...eventOrders(time),
    ...newsletter(time),
    ...profile(time),
    ...signin(time),
    ...volunteers(time),
    ...mail(time),
    ...order(time),
  }
}
