// What the roster shows of the member: as stored, and as chosen in the form.
import { useState } from 'react'
import { type Reading, useRead } from '../../reading/useRead.ts'

export const rosterFlags = ['roster', 'rosterPartner', 'rosterLocale', 'rosterEmail', 'rosterPhone'] as const
export type RosterFlag = (typeof rosterFlags)[number]

export interface Roster {
  /** False where the club has no roster. */
  readonly isUsed: boolean
  readonly reading: Reading<unknown>
  /** Undefined until they are read. */
  readonly flags: Readonly<Record<RosterFlag, boolean>> | undefined
  readonly changes: Partial<Record<RosterFlag, boolean>>
  readonly isChanged: boolean
  choose(flag: RosterFlag, isOn: boolean): void
  /** The changes are saved. */
  forget(): void
}

export function useRoster(memberId: number, isUsed: boolean): Roster {
  const reading = useRead('get_member_settings', { memberId }, { enabled: isUsed })
  const [chosen, setChosen] = useState<Partial<Record<RosterFlag, boolean>>>({})
  const [saved, setSaved] = useState<Partial<Record<RosterFlag, boolean>>>({})
  const stored = reading.data && { ...reading.data.settings, ...saved }
  const changes = Object.fromEntries(
    rosterFlags
      .filter((flag) => chosen[flag] !== undefined && chosen[flag] !== stored?.[flag])
      .map((flag) => [flag, chosen[flag]]),
  ) as Partial<Record<RosterFlag, boolean>>
  return {
    isUsed,
    reading,
    flags: stored && { ...stored, ...chosen },
    changes,
    isChanged: Object.keys(changes).length > 0,
    choose: (flag, isOn) => setChosen((before) => ({ ...before, [flag]: isOn })),
    forget() {
      setSaved((before) => ({ ...before, ...changes }))
      setChosen({})
      reading.refetch()
    },
  }
}
