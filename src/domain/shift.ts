// Volunteer shifts and the schedules that group them.

export interface VolunteerSchedule {
  id: number
  name: string
  instructions: string
  /** 3 for everybody, 2 for members; anything lower is for officers only. */
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

/** The lowest shareType that a person may see. */
export function findLowestShareType(signedIn: boolean): number {
  return signedIn ? 2 : 3
}
