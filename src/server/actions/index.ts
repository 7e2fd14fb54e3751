// The map of all handlers. It does not compile when an action has no handler.
import type { Handlers } from '../dispatch/handler.ts'
import { account } from './account.ts'
import { activities } from './activities.ts'
import { ballot } from './ballot.ts'
import { cards } from './cards.ts'
import { classifieds } from './classifieds.ts'
import { club } from './club.ts'
import { eventOrders } from './eventOrders.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { judging } from './judging.ts'
import { logins } from './logins.ts'
import { membership } from './membership.ts'
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

export const handlers = {
  ...club,
  ...signin,
  ...membership,
  ...events,
  ...eventOrders,
  ...ballot,
  ...judging,
  ...push,
  ...phone,
  ...purchases,
  ...volunteers,
  ...account,
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
} satisfies Handlers
