// The map of all handlers. It does not compile when an action has no handler.

import { account } from '../areas/account/actions.ts'
import { activities } from '../areas/activities/actions.ts'
import { ballot } from '../areas/ballot/actions.ts'
import { cards } from '../areas/cards/actions.ts'
import { classifieds } from '../areas/classifieds/actions.ts'
import { createClosing } from '../areas/closing/actions.ts'
import { club } from '../areas/club/actions.ts'
import { createDesk } from '../areas/desk/actions.ts'
import { eventOrders } from '../areas/eventOrders/actions/index.ts'
import { events } from '../areas/events/actions/index.ts'
import { files } from '../areas/files/actions.ts'
import { judging } from '../areas/judging/actions/index.ts'
import { logins } from '../areas/logins/actions.ts'
import { membership } from '../areas/membership/actions/index.ts'
import { newsletter } from '../areas/newsletter/actions/index.ts'
import { phone } from '../areas/phone/actions.ts'
import { profile } from '../areas/profile/actions/index.ts'
import { purchases } from '../areas/purchases/actions/index.ts'
import { createPush } from '../areas/push/actions.ts'
import { rides } from '../areas/rides/actions.ts'
import { roster } from '../areas/roster/actions.ts'
import { signin } from '../areas/signin/actions/index.ts'
import { social } from '../areas/social/actions/index.ts'
import { store } from '../areas/store/actions.ts'
import { volunteers } from '../areas/volunteers/actions/index.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { alerts } from './alerts.ts'
import { closings } from './closing.ts'
import { ownData } from './ownData.ts'
import { waitings } from './waiting.ts'

export const handlers = {
  ...club,
  ...signin,
  ...membership,
  ...events,
  ...eventOrders,
  ...ballot,
  ...judging,
  ...createPush(alerts),
  ...phone,
  ...purchases,
  ...volunteers,
  ...account,
  ...createClosing({ ownData, closings }),
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
  ...createDesk(waitings),
} satisfies Handlers
