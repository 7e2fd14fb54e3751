// What an import by table asks, because members did not choose it: what the roster shows of those who are brought in.
import type { MemberColumns } from '../../../../member/db/memberRows.ts'

export const tagsWays = ['roster', 'officers'] as const

export interface RosterWords {
  /** Whether the roster shows the file's tags, or only officers see them. */
  readonly tags: (typeof tagsWays)[number] | undefined
  /** Whether the roster lists the new members. */
  readonly roster: boolean | undefined
}

export type ImportAsk = 'tags' | 'roster'

/** What an officer has to say before anything is taken. */
export function listAsks(
  incoming: readonly { readonly values: MemberColumns }[],
  planned: readonly { readonly kind: string }[],
  { tags, roster }: RosterWords,
): ImportAsk[] {
  const hasTags = incoming.some(({ values }) => values.tags !== undefined)
  const hasNew = planned.some(({ kind }) => kind === 'new')
  return [
    ...(hasTags && tags === undefined ? (['tags'] as const) : []),
    ...(hasNew && roster === undefined ? (['roster'] as const) : []),
  ]
}

/** The file's tags where they are to go. */
export function placeTags<T extends { readonly values: MemberColumns }>(
  incoming: readonly T[],
  { tags: way }: RosterWords,
): readonly T[] {
  if (way !== 'officers') return incoming
  return incoming.map((each) => {
    const { tags = [], officerTags = [], ...values } = each.values
    const all = [...officerTags, ...tags]
    return { ...each, values: all.length === 0 ? values : { ...values, officerTags: all } }
  })
}
