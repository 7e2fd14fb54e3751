// Whether the club has still to say what became of a payment that was begun on this phone.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useWhileLookedAt } from '../reading/useWhileLookedAt.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'

const askAgainMs = 5_000

/** Undefined while this phone looks for one. `isReady`: now there is time for it. */
export function useBegunOrders(isReady: () => Promise<void>): boolean | undefined {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const memberId = (member ?? lapsedMember)?.id ?? 0
  const [isAsking, setIsAsking] = useState<boolean>()
  const turn = useRef(0)
  const ask = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    await isReady()
    const asked = await findUnknown(() => import('./begunOrders.ts').then((it) => it.askBegunOrders(session)))
    if (turn.current === mine) setIsAsking(asked)
  }, [session, isReady])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other orders
  useEffect(() => void ask(), [ask, memberId])
  useWhileLookedAt(() => void ask(), { everyMs: isAsking === true ? askAgainMs : undefined })
  return isAsking
}

/** Code that does not come leaves the screen as it would be without it. */
async function findUnknown(find: () => Promise<boolean>): Promise<boolean> {
  try {
    return await find()
  } catch {
    return false
  }
}
