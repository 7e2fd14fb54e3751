// Who may do what at the officers' desk: rights and the roles that give them, as data (rules/security 9).

export const rights = [
  /** To open the desk at all. Each role gives it. */
  'desk',
  'roles.read',
  'roles.write',
  'trail.read',
  'club.write',
  'people.find',
  /** To see how somebody is reached: addresses, telephone numbers, e-mail. */
  'people.contact',
  'people.write',
  'people.export',
  'money.read',
  'money.take',
  'money.refund',
  'money.books',
  'message.members',
  'message.event',
  'moderate',
  'event.write',
  'event.publish',
  'contest.read',
  'contest.run',
  'contest.publish',
  'gate.admit',
  'gate.search',
  'gate.sell',
  'gate.override',
  'gate.devices',
  'gate.allot',
] as const
export type Right = (typeof rights)[number]

export const roles = [
  'owner',
  'secretary',
  'treasurer',
  'show-manager',
  'judge-captain',
  'gate-supervisor',
  'moderator',
] as const
export type Role = (typeof roles)[number]

interface RoleRules {
  readonly rights: readonly Right[]
  /** Whether it is given for the whole club, for one event, or as one likes. */
  readonly reach: 'club' | 'event' | 'either'
}

const gate = rights.filter((right) => right.startsWith('gate.'))

export const roleRules: Readonly<Record<Role, RoleRules>> = {
  owner: { rights, reach: 'club' },
  secretary: {
    rights: [
      'desk',
      'roles.read',
      'trail.read',
      'club.write',
      'people.find',
      'people.contact',
      'people.write',
      'people.export',
      'money.take',
      'message.members',
      'moderate',
    ],
    reach: 'club',
  },
  treasurer: {
    rights: [
      'desk',
      'roles.read',
      'trail.read',
      'people.find',
      'people.contact',
      'money.read',
      'money.take',
      'money.refund',
      'money.books',
    ],
    reach: 'club',
  },
  'show-manager': {
    rights: ['desk', 'event.write', 'event.publish', 'contest.read', 'people.find', 'message.event', ...gate],
    reach: 'either',
  },
  'judge-captain': { rights: ['desk', 'contest.read', 'contest.run', 'contest.publish'], reach: 'event' },
  'gate-supervisor': { rights: ['desk', ...gate], reach: 'event' },
  moderator: { rights: ['desk', 'moderate'], reach: 'club' },
}

/** A role that somebody has now. */
export interface HeldRole {
  readonly role: Role
  /** Null: for the whole club. */
  readonly eventId: number | null
}

/** Whether one of these roles gives the right, for the club or for this event. */
export function hasRight(held: readonly HeldRole[], right: Right, eventId: number | null = null): boolean {
  return held.some(
    (each) =>
      (each.eventId === null || each.eventId === eventId) && roleRules[each.role].rights.includes(right),
  )
}

/** All rights that some role gives, for the club or for some event, in the order of `rights`. */
export function listRights(held: readonly HeldRole[]): Right[] {
  return rights.filter((right) => held.some(({ role }) => roleRules[role].rights.includes(right)))
}

export function isRole(text: unknown): text is Role {
  return roles.some((role) => role === text)
}
