// Volunteer shifts and the schedules that group them.

export interface VolunteerSchedule {
  id: number
  name: string
  instructions: string
  /** 3 everybody, 2 members; anything lower is the officers' own. */
  shareType: number
}

export interface Shift {
  id: number
  schedule: number
  /** Calendar day, 'YYYY-MM-DD'. */
  shiftDate: string
  start: number
  startMinute: number
  /** Hours. */
  duration: number
}

/** The lowest shareType that somebody may see. */
export function findLowestShareType(signedIn: boolean): number {
  return signedIn ? 2 : 3
}
