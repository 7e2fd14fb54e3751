// The job that mails to a buyer what they have bought at an event. It sends nothing to a stranger.

import { joinOptionValues } from '../../../domain/sales/optionValues.ts'
import { jobLimits } from '../../limits/jobs.ts'
import { findOrderEvent } from '../../order/goods/orderEvent.ts'
import type { JobOf } from '../../queue/jobHandler.ts'
import { addMail } from '../../queue/queue.ts'
import { findPurchases } from './db/purchase.ts'
import { purchasesLetters } from './letters.ts'

export const purchasesMailJob: JobOf<'purchases-mail'> = {
  async run({ eventId, emailFolded, language }, { services, tenantId, uuid, now }) {
    await services.database.inTenant(tenantId, async (tx) => {
      const event = await findOrderEvent(tx, eventId)
      const found = await findPurchases(tx, eventId, emailFolded, new Date(now))
      const { buyer, entries, vendors, tickets, shifts } = found
      if (event === undefined || buyer === undefined) return
      await addMail(tx, purchasesLetters, {
        to: buyer.email,
        language,
        message: {
          kind: 'purchases',
          event: event.name,
          details: event,
          buyer: buyer.name,
          cars: entries.map(({ carNumber, year, make, model, carClass, values, code }) => ({
            carClass,
            number: carNumber,
            vehicle: [year, make, model].filter((word) => word !== '').join(' '),
            answers: joinOptionValues(values),
            code,
          })),
          spaces: vendors.flatMap(({ spaces }) => spaces.map(({ row, num }) => `${row}${num}`)),
          spaceCodes: vendors.flatMap(({ spaces }) => spaces.map(({ code }) => code)),
          tickets: tickets.map(({ description, values, code, usedAt }) => ({
            description,
            answers: joinOptionValues(values),
            code,
            isUsed: usedAt !== null,
          })),
          shifts: shifts.map(
            ({ id, schedule, instructions, shiftDate, start, startMinute, duration, code, askedUntil }) => ({
              ...{ id, schedule, instructions, shiftDate, start, startMinute, duration },
              ...(askedUntil === null ? { code } : { askedUntil: askedUntil.toISOString() }),
            }),
          ),
          workerId: shifts[0]?.workerId,
        },
        uniqueKey: `purchases ${uuid}`,
      })
    })
  },
  ...jobLimits['purchases-mail'],
}
