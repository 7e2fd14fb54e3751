// The club file: every kind of record, from the area or room that has it.
import type { z } from 'zod'
import { announceWhatComes } from '../alerts/importedChanges.ts'
import { clubFile as ofActivities } from '../areas/activities/clubFile.ts'
import { clubFile as ofClassifieds } from '../areas/classifieds/clubFile.ts'
import { clubFile as ofMakes } from '../areas/events/clubFile.ts'
import { clubFile as ofFiles } from '../areas/files/clubFile.ts'
import { clubFile as ofRides } from '../areas/rides/clubFile.ts'
import { clubFile as ofPosts } from '../areas/social/clubFile.ts'
import { clubFile as ofStore } from '../areas/store/clubFile.ts'
import { hashPassword, isPassword } from '../auth/passwords.ts'
import { clubKind, clubFile as ofClub } from '../club/clubFile.ts'
import { createFormat } from '../clubFile/format.ts'
import { list, withBelow } from '../clubFile/kind.ts'
import { clubFile as ofContest } from '../contest/clubFile.ts'
import { eventKind } from '../event/clubFile/event.ts'
import { clubFile as ofMembers } from '../member/clubFile.ts'
import { alerts } from './alerts.ts'

export const clubFile = createFormat(
  clubKind,
  // in the order of the file; those that others name come first
  {
    ...ofClub,
    ...ofMembers,
    ...ofMakes,
    events: list(withBelow(eventKind, ofContest)),
    ...ofActivities,
    ...ofFiles,
    ...ofStore,
    ...ofRides,
    ...ofPosts,
    ...ofClassifieds,
  },
  { hashPassword, isPassword, announceWhatComes: (...given) => announceWhatComes(alerts, ...given) },
)

/** As people write it: fields with a default may be left out. */
export type ClubFile = z.input<typeof clubFile.schema>
