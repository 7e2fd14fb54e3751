// Handlers for volunteers: taking shifts of an event.

import type { volunteers as contract } from '../../../../contract/volunteers.ts'
import { isVolunteering } from '../../../../domain/event.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { eventFields } from '../../../../domain/shapes/event.ts'
import { workerLengths } from '../../../../domain/shapes/personLengths.ts'
import { toAnswer } from '../../../../domain/shapes/recordShape.ts'
import { findLowestShareType, listGifts, noGift } from '../../../../domain/shift.ts'
import { findAsker, toAskTargets } from '../../../auth/asking/asker.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { findEvent } from '../../../event/db/event.ts'
import { listSchedules } from '../../../event/db/shift.ts'
import { signUpsPerAddress, signUpsPerEmail } from '../../../limits/often.ts'
import { findProvedEmail } from '../../../member/db/memberEmail.ts'
import { listTyped, requireTypedLengths } from '../../../order/goods/typedLengths.ts'
import { answerShift, confirmShifts, readLinkedShifts } from './linkedShifts.ts'
import { mailShifts, takeShifts } from './volunteering.ts'

export const volunteers = {
  get_linked_shifts: (context, { code }) => readLinkedShifts(context, code),

  confirm_shifts: (context, { code }) => confirmShifts(context, code),

  answer_shift: (context, input) => answerShift(context, input),

  worker_signup: {
    async limits({ peer, tenantId, device, input }, services) {
      const { email } = input.contactInfo
      const asker = await findAsker(services, { tenantId, peer, device, email })
      return [
        ...toAskTargets(signUpsPerEmail, `${tenantId} ${foldEmail(email)}`, asker),
        { limit: signUpsPerAddress, target: asker.place },
      ].map((each) => ({ ...each, isRepeatFree: true as const }))
    },
    async handle({ tx, tenant, member, now, language, fail }, { eventId, contactInfo, shifts }) {
      const stored = await findEvent(tx, eventId)
      if (stored === undefined) return fail('event-not-found', 'This event was not found.')
      const event = toAnswer(eventFields, stored, () => '')
      // here an expired member has only the rights of a visitor
      const lowest = findLowestShareType(member !== null && !member.isExpired)
      const schedules = await listSchedules(tx, eventId, lowest)
      if (!isVolunteering(event, now) || schedules.length === 0) {
        return fail('volunteering-closed', 'Volunteers cannot sign up for this event now.')
      }
      const { fname, lname, phone, email, allowEmailMarketing, notes } = contactInfo
      await requireTypedLengths({ tx, member }, listTyped('', contactInfo, workerLengths), 'contactInfo')
      const swag = contactInfo.swag === '' ? noGift : contactInfo.swag
      if (swag !== noGift && !listGifts(event.workerChoices).includes(swag)) {
        return fail('invalid-input', 'This gift is not one of the event.', {
          faults: [{ path: 'contactInfo.swag', message: 'is no gift of this event' }],
        })
      }
      const memberId = member?.id ?? null
      const worker = { memberId, fname, lname, phone, email, allowEmailMarketing, swag, notes }
      const at = new Date(now)
      const taken = await takeShifts(tx, {
        tenantId: tenant.id,
        timeZone: event.timeZone,
        schedules,
        worker,
        isCertain: member !== null && (await findProvedEmail(tx, member.id)) !== undefined,
        chosen: shifts,
        language: language ?? 'en',
        at,
      })
      await mailShifts(tx, { event, worker, shifts: taken, language, at })
      return {
        shifts: taken.map(({ id }) => id),
        asked: taken.flatMap(({ id, askedUntil }) =>
          askedUntil === null ? [] : [{ shift: id, until: askedUntil.toISOString() }],
        ),
      }
    },
  },
} satisfies Pick<Handlers, keyof typeof contract>
