// The voter's state on the server, requested when the server can be reached. The last answer is saved here.
import { useEffect, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { useRead } from '../../reading/useRead.ts'

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A late form is worse than a form that disappears when the answer is "used". */
const patienceMs = 1_500

export interface VoterState {
  voter: 'unused' | 'used' | 'unknown' | undefined
  /** The first answer is on its way and worth waiting for. */
  isLoading: boolean
  refetch(): void
}

export function useVoter(voterId: string): VoterState {
  const isUuid = uuidShape.test(voterId)
  const { data, error, isLoading, refetch } = useRead('get_voter', { voterId }, { enabled: isUuid })
  const [isPatient, setIsPatient] = useState(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsPatient(false), patienceMs)
    return () => window.clearTimeout(timer)
  }, [])
  const isUnknown = !isUuid || (error instanceof Failure && error.code === 'voter-not-found')
  const known = data === undefined ? undefined : data.voter.voted ? 'used' : 'unused'
  return { voter: isUnknown ? 'unknown' : known, isLoading: isLoading && isPatient, refetch }
}
