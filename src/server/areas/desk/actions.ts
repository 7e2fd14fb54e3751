// Handlers of the officers' desk: roles, the trail, and what waits.
import { type desk as contract, trailPage } from '../../../contract/desk.ts'
import { Failure } from '../../../contract/failures.ts'
import { listRights, type Role, roleRules } from '../../../domain/rights.ts'
import { findTrailRight, listTrailKinds } from '../../../domain/trail.ts'
import type { Tx } from '../../db/open.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { findEventNames } from '../../event/db/event.ts'
import {
  findMemberName,
  giveRole,
  hasOtherOwner,
  listOfficers,
  lockOwners,
  takeOwnerLink,
  takeRole,
} from '../../member/db/officer.ts'
import type { OfficersWaiting } from '../../member/waiting.ts'
import { hashLinkSecret } from '../../sealed/linkSecret.ts'
import { listTrail } from '../../trail/db.ts'

const toName = ({ fname, lname }: { readonly fname: string; readonly lname: string }) =>
  `${fname} ${lname}`.trim()

function requireReach(role: Role, eventId: number | null): void {
  const { reach } = roleRules[role]
  if (reach === 'event' && eventId === null) {
    throw new Failure('role-needs-event', 'This role is for one event. Say which.')
  }
  if (reach === 'club' && eventId !== null) {
    throw new Failure('role-of-club', 'This role is for the whole club, not for one event.')
  }
}

async function findOwnEventName(tx: Tx, eventId: number | null): Promise<string | null | undefined> {
  return eventId === null ? null : (await findEventNames(tx, [eventId])).get(eventId)
}

/** `waitings`: what each area may have waiting for an officer. */
export const createDesk = (waitings: readonly OfficersWaiting[]) =>
  ({
    async become_owner({ tx, member, now, changed, fail }, { secret }) {
      const at = new Date(now)
      await lockOwners(tx)
      const isLink = await takeOwnerLink(tx, hashLinkSecret(secret), at)
      if (!isLink || (await hasOtherOwner(tx, null, at))) {
        return fail('owner-link-ended', 'This link has ended. Ask whoever runs the server for a new one.')
      }
      const reason = 'With the link of the first owner'
      await giveRole(tx, {
        memberId: member.id,
        role: 'owner',
        eventId: null,
        at,
        until: null,
        by: null,
        reason,
      })
      const label = (await findMemberName(tx, member.id)) ?? ''
      changed({ kind: 'officer', id: member.id, label, after: { role: 'owner' }, reason })
      return { role: 'owner' }
    },

    async list_officers({ tx, now }) {
      const officers = await listOfficers(tx, new Date(now))
      return {
        officers: officers.map(({ from, until, givenBy, ...officer }) => ({
          ...officer,
          name: toName(officer),
          from: from.toISOString(),
          until: until?.toISOString() ?? null,
          givenBy: givenBy && toName(givenBy),
        })),
      }
    },

    async give_role({ tx, member, now, changed, fail }, { memberId, role, eventId = null, until, reason }) {
      requireReach(role, eventId)
      const label = await findMemberName(tx, memberId)
      if (label === undefined) return fail('member-not-found', 'The club has no such member.')
      const event = await findOwnEventName(tx, eventId)
      if (event === undefined) return fail('event-not-found', 'The club has no such event.')
      const end = until === undefined ? null : new Date(until)
      const given = { memberId, role, eventId, at: new Date(now), until: end, by: member?.id ?? null, reason }
      if (!(await giveRole(tx, given))) return fail('has-role', `${label} has this role already.`)
      const after = { role, ...(event === null ? {} : { event }), ...(end && { until: end.toISOString() }) }
      changed({ kind: 'officer', id: memberId, label, eventId, after, reason })
      return {}
    },

    async take_role({ tx, member, now, changed, fail }, { memberId, role, eventId = null, reason }) {
      const at = new Date(now)
      if (role === 'owner') await lockOwners(tx)
      const label = (await findMemberName(tx, memberId)) ?? ''
      if (!(await takeRole(tx, { memberId, role, eventId, at, by: member?.id ?? null, reason }))) {
        return fail('no-such-role', 'They do not have this role.')
      }
      if (role === 'owner' && !(await hasOtherOwner(tx, memberId, at))) {
        return fail('last-owner', 'The club needs an owner. Make somebody else an owner first.')
      }
      const event = (await findOwnEventName(tx, eventId)) ?? null
      const before = { role, ...(event === null ? {} : { event }) }
      changed({ kind: 'officer', id: memberId, label, eventId, before, reason })
      return {}
    },

    async list_trail({ tx, principal: { roles } }, { kind, id, by, before }) {
      const own = listRights(roles)
      const kinds = listTrailKinds().filter(
        (each) => (kind === undefined || each === kind) && own.includes(findTrailRight(each)),
      )
      const entries = await listTrail(tx, {
        ...{ kinds, thing: id, by, before, limit: trailPage + 1 },
        showsContact: own.includes('people.contact'),
      })
      const page = entries.slice(0, trailPage)
      return {
        entries: page.map(({ at, changes, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          changes: [...changes],
        })),
        next: entries.length > trailPage ? (page.at(-1)?.id ?? null) : null,
      }
    },

    async get_desk({ tx, member, principal: { roles } }) {
      const names = await findEventNames(
        tx,
        roles.flatMap(({ eventId }) => (eventId === null ? [] : [eventId])),
      )
      const rights = listRights(roles)
      const waiting: { kind: OfficersWaiting['kind']; count: number }[] = []
      for (const { kind, right, count } of waitings) {
        const found = rights.includes(right) ? await count(tx, member?.id ?? null) : 0
        if (found > 0) waiting.push({ kind, count: found })
      }
      return {
        roles: roles.map(({ role, eventId }) => ({
          role,
          eventId,
          eventName: eventId === null ? null : (names.get(eventId) ?? null),
        })),
        rights,
        waiting,
      }
    },
  }) satisfies Pick<Handlers, keyof typeof contract>
