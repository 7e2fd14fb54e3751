// Where there is a connection, asks the club what this judge has sent from whatever phone.
import { useEffect } from 'react'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useJudging } from './JudgeContext.tsx'

export function useSentRefresh(): void {
  const session = useSession()
  const { grant: held } = useJudging()
  const { club, eventId, judgeId, grant } = held
  useEffect(() => {
    const { grants } = openOutbox(session)
    session.caller.call('get_judge_sheets', { eventId, judgeId, grant }).then(
      ({ sent }) => grants.noteSent({ club, eventId, judgeId }, sent),
      () => undefined, // no connection, or the verification is over: the sheets say so
    )
  }, [session, club, eventId, judgeId, grant])
}
