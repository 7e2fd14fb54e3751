// The judge of this tab. The device's judge may change in another tab, this one only here (rules/offline 1.8).
import { type DeviceStorage, tabStorage } from '../session/deviceStorage.ts'

export interface TabJudges {
  /** The judge's id; undefined until somebody judges in this tab. */
  find(club: string, eventId: number): string | undefined
  save(club: string, eventId: number, judgeId: string): void
  /** The device's judge whom the person in this tab has already said no to. */
  findDeclined(club: string, eventId: number): string | undefined
  decline(club: string, eventId: number, judgeId: string): void
  subscribe(listener: () => void): () => void
}

export function createTabJudges(storage: DeviceStorage): TabJudges {
  const listeners = new Set<() => void>()
  const toName = (club: string, eventId: number, what: string) => `showfield:${club}:${what}/${eventId}`
  const change = (name: string, judgeId: string) => {
    storage.save(name, judgeId)
    for (const listener of listeners) listener()
  }
  return {
    find: (club, eventId) => storage.find(toName(club, eventId, 'judge')),
    save: (club, eventId, judgeId) => change(toName(club, eventId, 'judge'), judgeId),
    findDeclined: (club, eventId) => storage.find(toName(club, eventId, 'declinedJudge')),
    decline: (club, eventId, judgeId) => change(toName(club, eventId, 'declinedJudge'), judgeId),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const tabJudges = createTabJudges(tabStorage)
