// Who may do what with what members share: every action of a table for every caller and every thing, with the answer
// that the rules give. A table belongs to one kind of thing, such as posts.
import type { ActionName } from '../../../src/contract/index.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { hashAtRest, hashRows } from '../database/rowHash.ts'

/** Whether a list of the answer has something with this id. */
export function hasId(list: unknown, id: number): boolean {
  return (list as readonly { readonly id: number }[]).some((one) => one.id === id)
}

export const callers = [
  'author',
  'other member',
  'moderator',
  'expired member',
  'child login',
  'muted member',
  'visitor',
  'member of the other club',
] as const
export type RightsCaller = (typeof callers)[number]

/** 'done', 'absent' when what was answered does not show the thing, or the code of the refusal. */
type Verdict = string

export interface RightsAction {
  /** `id` is of the thing; `turn` is another number for each call. */
  input(id: number, turn: number): Record<string, unknown>
  /** For callers who are signed in and whose membership has not ended. */
  answer(caller: RightsCaller, thing: string): Verdict
  /** An expired member may call it too. */
  readonly isOpenToExpired?: true
  /** For what only shows things: whether the thing is in the answer. */
  shows?(answer: Readonly<Record<string, unknown>>, id: number): boolean
}

export interface RightsTable {
  readonly about: string
  readonly things: readonly string[]
  /** New rows, and their ids by thing. */
  make(world: ClubWorld): Promise<Readonly<Record<string, number>>>
  readonly actions: { readonly [N in ActionName]?: RightsAction }
}

export interface RightsWorld {
  /** Every call that the rules refuse. Returns what was answered otherwise; nothing of either club may have changed. */
  callRefused(
    table: RightsTable,
    name: ActionName,
  ): Promise<{ wrong: object[]; count: number; isSame: boolean }>
  /** Every call that the rules allow, each with new things. Returns what was answered otherwise. */
  callAllowed(table: RightsTable, name: ActionName): Promise<{ wrong: object[]; count: number }>
}

/** `muted` must not be a caller of another name. */
export async function openRights(world: ClubWorld): Promise<RightsWorld> {
  const { a, b } = world.clubs
  let turn = 0
  await muteSomebody(world, a)
  const login = async (club: SeededClub, email: string, password: string | null) => {
    const { token } = await world.request(club, 'member_login', { username: email, password, ttl: 8760 })
    if (token === null) throw new Error(`${email} could not sign in`)
    return token
  }
  const { member, parent, moderator, expired, child, noPassword } = a.people
  const tokens: Readonly<Record<RightsCaller, string | undefined>> = {
    author: await login(a, member.email, member.password),
    'other member': await login(a, parent.email, parent.password),
    moderator: await login(a, moderator.email, moderator.password),
    'expired member': await login(a, expired.email, expired.password),
    'child login': await login(a, child.email, child.password),
    'muted member': await login(a, noPassword.email, member.password),
    visitor: undefined,
    'member of the other club': await login(b, b.people.member.email, b.people.member.password),
  }

  function findVerdict(action: RightsAction, caller: RightsCaller, thing: string): Verdict {
    if (caller === 'visitor') return 'needs-signin'
    if (caller === 'expired member' && action.isOpenToExpired !== true) return 'membership-expired'
    return action.answer(caller, thing)
  }

  function listCells({ things }: RightsTable, action: RightsAction) {
    return callers.flatMap((caller) =>
      things.map((thing) => ({ caller, thing, verdict: findVerdict(action, caller, thing) })),
    )
  }

  async function call(name: ActionName, action: RightsAction, caller: RightsCaller, id: number) {
    turn += 1
    // the limits of five minutes and of an hour have passed
    if (turn % 20 === 0) world.pass(61 * 60_000)
    const club = caller === 'member of the other club' ? b : a
    const token = tokens[caller]
    const answer = await world.ask(club, name, action.input(id, turn), { token })
    if (answer.success !== true) return String(answer.code)
    return action.shows?.(answer, id) === false ? 'absent' : 'done'
  }

  const hashBoth = async () => [await hashRows(world.database, a.id), await hashRows(world.database, b.id)]
  const getAction = ({ actions }: RightsTable, name: ActionName) => {
    const action = actions[name]
    if (action === undefined) throw new Error(`${name} is not in the table`)
    return action
  }

  return {
    async callRefused(table, name) {
      const action = getAction(table, name)
      const ids = await table.make(world)
      const refused = listCells(table, action).filter(({ verdict }) => verdict !== 'done')
      const wrong: object[] = []
      const before = [await hashAtRest(world, a.id), await hashRows(world.database, b.id)]
      for (const { caller, thing, verdict } of refused) {
        const answer = await call(name, action, caller, ids[thing] ?? 0)
        if (answer !== verdict) wrong.push({ caller, thing, verdict, answer })
      }
      return { wrong, count: refused.length, isSame: String(await hashBoth()) === String(before) }
    },

    async callAllowed(table, name) {
      const action = getAction(table, name)
      const allowed = listCells(table, action).filter(({ verdict }) => verdict === 'done')
      const wrong: object[] = []
      for (const { caller, thing } of allowed) {
        const ids = await table.make(world)
        const answer = await call(name, action, caller, ids[thing] ?? 0)
        if (answer !== 'done') wrong.push({ caller, thing, answer })
      }
      return { wrong, count: allowed.length }
    },
  }
}

/** The member who had no password gets the author's, so that they can sign in, and is muted. */
async function muteSomebody(world: ClubWorld, club: SeededClub): Promise<void> {
  const { member, noPassword } = club.people
  const { password_hash } = await world.getRow(club, 'member', { id: member.id })
  await world.changeRows(club, 'member', { id: noPassword.id }, { password_hash })
  const mute = { member_id: noPassword.id, created_at: new Date(world.now()) }
  await world.insertRow(club, 'member_mute', mute)
}
