// Handlers for leaving the club: a member's data as one file, and closing the account.
import type { closing as contract, OwnDataPart } from '../../../../contract/closing.ts'
import type { OwnDataSelect } from '../../../db/ownData.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import type { Closing } from '../../../member/closing.ts'
import { closeMember } from './closeMember.ts'
import { makeOwnDataLink, readOwnDataPart } from './ownData.ts'

/** What every area has of a member, and what each does at the end. */
export interface ClosingParts {
  readonly ownData: Readonly<Record<OwnDataPart, OwnDataSelect>>
  readonly closings: readonly Closing[]
}

export function createClosing({ ownData, closings }: ClosingParts) {
  return {
    async get_own_data_link(context) {
      return makeOwnDataLink(context)
    },

    async read_own_data(context, input) {
      return readOwnDataPart(context, input, ownData)
    },

    async close_member(context, { username }) {
      return closeMember(context, username, closings)
    },
  } satisfies Pick<Handlers, keyof typeof contract>
}
