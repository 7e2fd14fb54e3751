// One valid input for each action, from the cases of its area.
import { randomUUID } from 'node:crypto'
import type { batch as batchContract } from '../../../src/contract/batch.ts'
import { deskFailures, meritFailures } from '../../../src/contract/failures.ts'
import { type ActionName, actions, getDefinition, type Input } from '../../../src/contract/index.ts'
import { cases as account } from '../../server/areas/account/cases.ts'
import { cases as activities } from '../../server/areas/activities/cases.ts'
import { cases as ballot } from '../../server/areas/ballot/cases.ts'
import { cases as cards } from '../../server/areas/cards/cases.ts'
import { cases as classifieds } from '../../server/areas/classifieds/cases.ts'
import { cases as closing } from '../../server/areas/closing/cases.ts'
import { cases as club } from '../../server/areas/club/cases.ts'
import { cases as desk } from '../../server/areas/desk/cases.ts'
import { cases as eventOrders } from '../../server/areas/eventOrders/cases.ts'
import { cases as events } from '../../server/areas/events/cases.ts'
import { cases as files } from '../../server/areas/files/cases.ts'
import { cases as judging } from '../../server/areas/judging/cases.ts'
import { cases as logins } from '../../server/areas/logins/cases.ts'
import { cases as membership } from '../../server/areas/membership/cases.ts'
import { cases as newsletter } from '../../server/areas/newsletter/cases.ts'
import { cases as phone } from '../../server/areas/phone/cases.ts'
import { cases as profile } from '../../server/areas/profile/cases.ts'
import { cases as purchases } from '../../server/areas/purchases/cases.ts'
import { cases as push } from '../../server/areas/push/cases.ts'
import { cases as rides } from '../../server/areas/rides/cases.ts'
import { cases as roster } from '../../server/areas/roster/cases.ts'
import { cases as signin } from '../../server/areas/signin/cases.ts'
import { cases as social } from '../../server/areas/social/cases.ts'
import { cases as store } from '../../server/areas/store/cases.ts'
import { cases as volunteers } from '../../server/areas/volunteers/cases.ts'
import type { ActionCase, CasesOf } from './actionCase.ts'
import type { SeededClub } from './clubs.ts'
import { toSheet } from './sampleInputs.ts'

/** Dispatch let the call through and the action itself decided, even if it refused. */
export function isAnswered(answer: Record<string, unknown>): boolean {
  return answer.success === true || Object.hasOwn({ ...meritFailures, ...deskFailures }, String(answer.code))
}

const batch: CasesOf<typeof batchContract> = {
  submit_batch: {
    sample: ({ show }) => ({
      entries: [{ action: 'submit_judging_form', key: randomUUID(), ...toSheet(show) }],
    }),
  },
}

export const cases: { readonly [N in ActionName]: ActionCase<N> } = {
  ...club,
  ...signin,
  ...account,
  ...cards,
  ...membership,
  ...phone,
  ...events,
  ...volunteers,
  ...eventOrders,
  ...judging,
  ...ballot,
  ...purchases,
  ...push,
  ...profile,
  ...logins,
  ...social,
  ...rides,
  ...classifieds,
  ...roster,
  ...files,
  ...store,
  ...activities,
  ...closing,
  ...newsletter,
  ...desk,
  ...batch,
}

/** Who may call it, among those that sign in. */
export function callerOf(action: ActionName): 'member' | 'owner' {
  return getDefinition(action).access === 'officer' ? 'owner' : 'member'
}

/** The same by action, for tests that only call it. */
export const samples = Object.fromEntries(
  (Object.keys(actions) as ActionName[]).map((name) => [name, cases[name].sample]),
) as { readonly [N in ActionName]: (club: SeededClub) => Input<N> }
