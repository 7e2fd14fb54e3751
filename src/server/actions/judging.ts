// Answers about judging.
import type { judging as contract } from '../../contract/judging.ts'
import { isEvent } from '../db/event.ts'
import { listForms } from '../db/judgingForm.ts'
import type { Handlers } from '../handler.ts'

export const judging = {
  async get_judging_forms({ tx, tenant, fail }, input) {
    if (!(await isEvent(tx, tenant.id, input.eventId)))
      return fail('event-not-found', 'This event was not found.')
    return { forms: await listForms(tx, tenant.id, input.eventId) }
  },
} satisfies Pick<Handlers, keyof typeof contract>
