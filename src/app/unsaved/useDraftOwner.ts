// Whose drafts a form keeps on the device.
import { useSession, useSessionState } from '../session/SessionContext.tsx'

export interface DraftOwner {
  readonly club: string | undefined
  readonly memberId: number
}

/** Who was signed out goes on with theirs. */
export function useDraftOwner(): DraftOwner {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  return { club: session.slug, memberId: (member ?? lapsedMember)?.id ?? 0 }
}
