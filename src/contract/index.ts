// All actions in one map, by their wire names.
import { account } from './account.ts'
import { activities } from './activities.ts'
import { ballot } from './ballot.ts'
import { batch } from './batch.ts'
import { cards } from './cards.ts'
import { classifieds } from './classifieds.ts'
import { closing } from './closing.ts'
import { club } from './club.ts'
import {
  type AnswerOf,
  bodyLimits,
  type Definition,
  type InputOf,
  type OutputOf,
  type ParsedInputOf,
} from './define.ts'
import { desk } from './desk.ts'
import { eventOrders } from './eventOrders.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { judging } from './judging.ts'
import { logins } from './logins.ts'
import { membership } from './membership.ts'
import { newsletter } from './newsletter.ts'
import { phone } from './phone.ts'
import { profile } from './profile.ts'
import { purchases } from './purchases.ts'
import { push } from './push.ts'
import { rides } from './rides.ts'
import { roster } from './roster.ts'
import { signin } from './signin.ts'
import { social } from './social.ts'
import { store } from './store.ts'
import { volunteers } from './volunteers.ts'

export const areas = {
  club,
  signin,
  membership,
  events,
  eventOrders,
  ballot,
  judging,
  batch,
  push,
  phone,
  purchases,
  volunteers,
  account,
  closing,
  newsletter,
  profile,
  logins,
  cards,
  social,
  rides,
  classifieds,
  roster,
  activities,
  files,
  store,
  desk,
}

export const actions = {
  ...club,
  ...signin,
  ...membership,
  ...events,
  ...eventOrders,
  ...ballot,
  ...judging,
  ...batch,
  ...push,
  ...phone,
  ...purchases,
  ...volunteers,
  ...account,
  ...closing,
  ...newsletter,
  ...profile,
  ...logins,
  ...cards,
  ...social,
  ...rides,
  ...classifieds,
  ...roster,
  ...activities,
  ...files,
  ...store,
  ...desk,
} satisfies Record<string, Definition>

export type Actions = typeof actions
export type ActionName = keyof Actions
export type Input<N extends ActionName> = InputOf<Actions[N]>
export type ParsedInput<N extends ActionName> = ParsedInputOf<Actions[N]>
export type Output<N extends ActionName> = OutputOf<Actions[N]>
export type Answer<N extends ActionName> = AnswerOf<Actions[N]>

/** The actions that may wait in the outbox. */
export type QueuedActionName = {
  [N in ActionName]: Actions[N] extends { queued: true } ? N : never
}[ActionName]

export function isActionName(name: unknown): name is ActionName {
  return typeof name === 'string' && Object.hasOwn(actions, name)
}

/** The policy of an action, without the types of its input and output. */
export function getDefinition(name: ActionName): Definition {
  return actions[name]
}

/** The most bytes that any action takes. */
export const largestCallBytes = Math.max(
  ...Object.values<Definition>(actions).map(({ body }) => bodyLimits[body ?? 'plain']),
)
