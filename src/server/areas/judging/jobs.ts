// The job that sends a judge the code of their challenge, while it can still be used.

import { createCodeMaker } from '../../auth/grants.ts'
import { getClub } from '../../club/db/club.ts'
import { insertSandboxMessage } from '../../db/instance/sandboxMessage.ts'
import { jobLimits } from '../../limits/jobs.ts'
import { longestTextMessageMs } from '../../limits/machine.ts'
import { postText } from '../../providers/sms.ts'
import { type JobOf, requireTime } from '../../queue/jobHandler.ts'
import { findCodeToSend } from './db.ts'
import { toCodeText } from './letters.ts'

/** For an id that no judge has, does the same work but sends nothing, so that the time reveals nothing. */
export function createJudgeCodeJob(fetch: typeof globalThis.fetch): JobOf<'judge-code'> {
  return {
    async run({ challengeId, language }, context) {
      const { services, log, tenantId, uuid, now } = context
      const { config, database } = services
      const makeCode = await createCodeMaker(services)
      const { found, club } = await database.inTenant(tenantId, async (tx) => ({
        found: await findCodeToSend(tx, challengeId, new Date(now)),
        club: await getClub(tx),
      }))
      const text = toCodeText(language ?? club.language, makeCode(challengeId), found?.eventName ?? '')
      if (config.sms === null) {
        await database.withoutClub((tx) =>
          insertSandboxMessage(
            tx,
            found === undefined
              ? null
              : { kind: 'sms', jobUuid: uuid, to: found.phone, text, at: new Date(now) },
          ),
        )
        if (found !== undefined) log.info('a text message waits in the sandbox outbox')
        return
      }
      if (found === undefined) return
      requireTime(context, longestTextMessageMs)
      await postText(fetch, config.sms, { uuid, to: found.phone, text })
    },
    ...jobLimits['judge-code'],
  }
}
