// The card that is kept for the gate: read again when the member's name or the end of their membership has changed.
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRead } from '../../reading/useRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'

export function useFreshMembershipCard(): void {
  const { member } = useSessionState()
  const { refetch } = useRead('get_membership_card', {}, { enabled: false })
  const readAgain = useEffectEvent(() => refetch())
  const before = useRef<{ id: number; facts: string }>(undefined)
  const id = member?.id
  const facts = [member?.fname, member?.lname, member?.expiration, member?.life].join()
  useEffect(() => {
    if (id === undefined) return
    const isChanged = before.current?.id === id && before.current.facts !== facts
    before.current = { id, facts }
    if (isChanged) readAgain()
  }, [id, facts])
}
