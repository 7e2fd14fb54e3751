// Actions of the officers' desk that are about officers themselves: their roles, the trail of what they change, and
// what waits for them.
import { z } from 'zod'
import { rights, roles } from '../domain/rights.ts'
import { listTrailKinds } from '../domain/trail.ts'
import { define } from './define.ts'
import { id, instant, neededLine, unseenless } from './shapes.ts'

/** Why something is done, as others read it in the trail. */
export const longestReason = 500
/** So many rows of the trail at a time. */
export const trailPage = 50

/** What may wait for an officer. */
export const waitingKinds = ['reports'] as const

const role = z.enum(roles)
const right = z.enum(rights)
const reason = neededLine(longestReason)

const officer = z.object({
  memberId: id,
  name: z.string(),
  role,
  /** Null: for the whole club. */
  eventId: z.number().nullable(),
  eventName: z.string().nullable(),
  /** Of one that is named for the whole club. An ISO instant. */
  from: z.string(),
  until: z.string().nullable(),
  /** Null: the command line, or the link of the first owner. */
  givenBy: z.string().nullable(),
  reason: z.string(),
})

const toWhom = { memberId: id, role, eventId: id.optional() }

export const desk = {
  /** With the link that is printed when a club has no owner. It serves once. */
  become_owner: define({
    access: 'member',
    effect: 'write',
    expired: true,
    trail: true,
    input: z.object({ secret: unseenless().trim().min(1).max(128) }),
    output: z.object({ role }),
    failures: ['owner-link-ended'],
  }),
  /** The officer's own roles and rights, and what waits for them. */
  get_desk: define({
    access: 'officer',
    right: 'desk',
    ofEvent: true,
    effect: 'read',
    input: z.object({}),
    output: z.object({
      roles: z.array(z.object({ role, eventId: z.number().nullable(), eventName: z.string().nullable() })),
      rights: z.array(right),
      waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number() })),
    }),
    failures: [],
  }),
  /** Who has which role now, by name. */
  list_officers: define({
    access: 'officer',
    right: 'roles.read',
    effect: 'read',
    input: z.object({}),
    output: z.object({ officers: z.array(officer) }),
    failures: [],
  }),
  /** A role of an event also ends two days after it. Expired dues end none. */
  give_role: define({
    access: 'officer',
    right: 'roles.write',
    recent: true,
    effect: 'write',
    trail: true,
    input: z.object({ ...toWhom, until: instant.optional(), reason }),
    output: z.object({}),
    failures: ['member-not-found', 'event-not-found', 'has-role', 'role-needs-event', 'role-of-club'],
  }),
  take_role: define({
    access: 'officer',
    right: 'roles.write',
    recent: true,
    effect: 'write',
    trail: true,
    input: z.object({ ...toWhom, reason }),
    output: z.object({}),
    failures: ['no-such-role', 'last-owner'],
  }),
  /** What officers have changed, the newest first: only kinds of things that the reader may see. */
  list_trail: define({
    access: 'officer',
    right: 'trail.read',
    effect: 'read',
    input: z.object({
      kind: z.enum(listTrailKinds()).optional(),
      id: z.string().max(64).optional(),
      /** What this officer has changed. */
      by: id.optional(),
      /** Only rows older than this one. */
      before: id.optional(),
    }),
    output: z.object({
      entries: z.array(
        z.object({
          id: z.number(),
          at: z.string(),
          /** Null: the command line. */
          by: z.object({ id: z.number(), name: z.string() }).nullable(),
          action: z.string(),
          kind: z.enum(listTrailKinds()),
          thing: z.string(),
          label: z.string(),
          reason: z.string(),
          changes: z.array(
            z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
          ),
        }),
      ),
      /** For `before` of the next page; null at the end. */
      next: z.number().nullable(),
    }),
    failures: [],
  }),
}
