// The one way to sign out: the member is asked about what they have begun here, it is deleted, and their tickets and cars
// leave the device.
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { SavedPasses } from '../../offline/passes/passes.ts'
import { untilLoaded } from '../parts/keepTrying.ts'
import { useSession } from '../session/SessionContext.tsx'
import type { Session } from '../session/session.ts'
import { findLeftBehind, isAnythingLeft, type LeftBehind, wipeLeftBehind } from '../unsaved/leftBehind.ts'

export interface SigningOut {
  /** What the member is asked about. Undefined if there is nothing, or the device has not said yet. */
  left: LeftBehind | undefined
  isOut: boolean
  /** The tickets and cars that have left the device. Undefined until all of the member's has left it. */
  taken: readonly SavedPasses[] | undefined
  leave(): void
  forgetTaken(): void
}

/** Begins at once. Who has closed their account was asked there. */
export function useSigningOut(isClosed: boolean): SigningOut {
  const session = useSession()
  const hasBegun = useRef(false)
  const [left, setLeft] = useState<LeftBehind>()
  const [isOut, setIsOut] = useState(false)
  const [taken, setTaken] = useState<readonly SavedPasses[]>()

  const leave = useCallback(() => {
    const memberId = session.findOwnId()
    void session.signOut()
    // the words that say so are seen after it
    setIsOut(true)
    void wipeAll(session, memberId).then((own) => {
      // nobody asks for the tickets of an account that is closed
      setTaken(isClosed ? [] : own)
    })
  }, [session, isClosed])
  useLayoutEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const memberId = session.findOwnId()
    if (memberId === undefined || isClosed) leave()
    else {
      void findLeftBehind(session, memberId).then((found) =>
        isAnythingLeft(found) ? setLeft(found) : leave(),
      )
    }
  }, [session, isClosed, leave])

  return { left, isOut, taken, leave, forgetTaken: useCallback(() => setTaken([]), []) }
}

async function wipeAll(session: Session, memberId: number | undefined): Promise<SavedPasses[]> {
  if (memberId === undefined) return []
  const wiping = wipeLeftBehind(session, memberId).catch(ignoreFailedWipe)
  const { takeOut } = await untilLoaded(() => import('../passes/passStore.ts'))
  const taken = await takeOut(session, memberId)
  await wiping
  return taken
}

/** If nothing could be saved, there is nothing to delete. */
function ignoreFailedWipe(): void {}
