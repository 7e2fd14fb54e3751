// All benches, in the order in which they are measured.
import { alerts } from './alerts/alerts.ts'
import { feedPages } from './feed/pages.ts'
import { feedScroll } from './feed/scroll.ts'
import { outbox } from './judging/outbox.ts'
import { scores, sheets } from './judging/scores.ts'
import { map } from './map/mapRows.ts'
import { mapTaps } from './map/mapTaps.ts'
import { scale } from './scale/scale.ts'
import { availability } from './server/availability.ts'
import { manyClubs } from './server/clubs.ts'
import { memory } from './server/memory.ts'
import { pack } from './server/pack.ts'
import { picture } from './server/pictures.ts'
import { signIn } from './server/signIns.ts'
import { tests } from './server/tests.ts'
import { storage } from './storage/storage.ts'
import type { Bench } from './subject.ts'
import { firstVisit } from './visits/firstVisit.ts'
import { lighthouses } from './visits/lighthouse.ts'
import { savedVisit } from './visits/savedVisit.ts'
import { secondVisit } from './visits/secondVisit.ts'

export const benches: Readonly<Record<string, Bench>> = {
  pack,
  scores,
  sheets,
  availability,
  'sign-ins': signIn,
  clubs: manyClubs,
  scale,
  feed: feedPages,
  pictures: picture,
  storage,
  alerts,
  memory,
  outbox,
  scroll: feedScroll,
  map,
  taps: mapTaps,
  'first-visit': firstVisit,
  'saved-visit': savedVisit,
  'second-visit': secondVisit,
  ...lighthouses,
  tests,
}
