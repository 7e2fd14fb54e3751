// How judges prove who they are: by a code in a text message, or by an officer's link (rules/security 2.1).

import { randomBytes } from 'node:crypto'
import type { Output } from '../../../../contract/index.ts'
import { codeLifeMs, foldJudgeId } from '../../../../domain/scoring.ts'
import { findLiveGrants, insertGrant } from '../../../auth/db.ts'
import { createCodeMaker, hashGrant, makeGrant } from '../../../auth/grants.ts'
import { type Contest, findContest, judgingUsed } from '../../../contest/contest.ts'
import { findJudge, type StoredJudge, spendLink } from '../../../contest/db/judge.ts'
import { listSentSheets, type SentSheet } from '../../../contest/db/sheet.ts'
import { countAttempts } from '../../../db/instance/attempt.ts'
import type { Tx } from '../../../db/open.ts'
import type { Context } from '../../../dispatch/handler.ts'
import {
  judgeCodesPerClub,
  judgeCodesPerDay,
  judgeCodesPerEvent,
  judgeCodesPerQuarterHour,
  judgeCodesTypedPerAddress,
  openCodesPerJudge,
  unknownJudgesPerAddress,
  wrongJudgeCodesPerDevice,
  wrongJudgeCodesWithoutDevice,
} from '../../../limits/often.ts'
import { secretBytes } from '../../../limits/sizes.ts'
import { judgeGrantLifeAfterEventMs } from '../../../limits/times.ts'
import { addJob } from '../../../queue/queue.ts'
import { hashLinkSecret } from '../../../sealed/linkSecret.ts'
import { isSameSecret } from '../../../sealed/signing.ts'
import { countTogether, toBucket } from '../../../throttle/throttle.ts'
import {
  countTryOfDevice,
  countTryWithoutDevice,
  findChallengeDevice,
  listOpenChallenges,
  saveChallenge,
  saveChallengeDevice,
  spendChallenge,
} from '../db.ts'

type VerifyContext = Context<'verify_judge'>

type Verified = Output<'verify_judge'>

/**
 * Sends a code to the judge's own number; an open challenge sends the same code again. Each answer has a secret of
 * its own: who types the code with it has tries that nobody else can use up. Answer and work are equal for an id
 * that no judge has, and the limits count requests, whether the judge exists or not.
 */
export async function sendCode(context: VerifyContext, eventId: number, judgeId: string): Promise<Verified> {
  const { tenant, now, services, inTenant, language, log, peer } = context
  const target = `${tenant.id} ${eventId}`
  const judgeTarget = `${target} ${foldJudgeId(judgeId)}`
  // before anything is counted, or invented events would fill the table of counts
  await inTenant((tx) => getContest(tx, context, eventId))
  await countTogether(context, [
    { limit: unknownJudgesPerAddress, target: peer, amount: 0 },
    { limit: judgeCodesPerEvent, target, amount: 0 },
    { limit: judgeCodesPerClub, target: String(tenant.id), amount: 0 },
    { limit: judgeCodesPerQuarterHour, target: judgeTarget },
    { limit: judgeCodesPerDay, target: judgeTarget },
  ])
  const secret = randomBytes(secretBytes).toString('base64url')
  const known = await inTenant(async (tx) => {
    const found = await findJudge(tx, eventId, judgeId)
    const challenges = await listOpenChallenges(tx, found?.id ?? 0, new Date(now))
    // one that strangers have spoiled for who has no secret is not sent again
    const open = challenges.find(({ wrongTries }) => wrongTries < wrongJudgeCodesWithoutDevice)
    const id = open?.id ?? services.newId()
    await saveChallenge(tx, {
      id,
      judgeId: found?.id ?? null,
      now: new Date(now),
      expiresAt: new Date(now + codeLifeMs),
    })
    await saveChallengeDevice(tx, { ...toDevice(context, eventId, judgeId, secret), now: new Date(now) })
    // queued with the challenge: when the answer says that a code comes, it comes, even after a crash
    await addJob(tx, { kind: 'judge-code', payload: { challengeId: id, language } })
    return found === undefined ? 0 : 1
  })
  const counts = await services.database.withoutClub((tx) =>
    countAttempts(tx, [
      { ...toBucket(unknownJudgesPerAddress, peer, now), amount: 1 - known },
      { ...toBucket(judgeCodesPerEvent, target, now), amount: known },
      { ...toBucket(judgeCodesPerClub, String(tenant.id), now), amount: known },
    ]),
  )
  for (const limit of [judgeCodesPerEvent, judgeCodesPerClub]) {
    const bucket = toBucket(limit, limit === judgeCodesPerEvent ? target : String(tenant.id), now)
    if (known === 1 && counts.get(bucket.bucket) === limit.most) {
      log.error(
        { alarm: limit.name, tenantId: tenant.id, eventId },
        'the budget for text messages is used up',
      )
    }
  }
  return { codeSent: true, isValid: false, message: '', formId: 0, challenge: secret }
}

export async function verifyByCode(
  context: VerifyContext,
  typed: { eventId: number; judgeId: string; code: string; challenge?: string | undefined },
): Promise<Verified> {
  const { tenant, key, now, services, inTenant, fail } = context
  const { eventId, judgeId, code } = typed
  const makeCode = await createCodeMaker(services)
  const nobody = { id: services.newId(), wrongTries: 0 }
  const grant = await makeGrant(services, key, [tenant.id, eventId, judgeId, code])
  const device = toDevice(context, eventId, judgeId, typed.challenge ?? '')
  const before = await inTenant(async (tx) => {
    await getContest(tx, context, eventId)
    return {
      repeated: await findVerified(tx, context, grant),
      hasAsked: (await findChallengeDevice(tx, device)) !== undefined,
    }
  })
  if (before.repeated !== undefined) return before.repeated
  const { hasAsked } = before
  if (!hasAsked) await countTryOfAddress(context, eventId, judgeId)
  const verified = await inTenant(async (tx) => {
    const contest = await getContest(tx, context, eventId)
    const judge = await findJudge(tx, eventId, judgeId)
    const own = hasAsked ? await findChallengeDevice(tx, device) : undefined
    const open = (await listOpenChallenges(tx, judge?.id ?? 0, new Date(now))).filter(({ wrongTries }) =>
      hasAsked
        ? own !== undefined && own.wrongTries < wrongJudgeCodesPerDevice
        : wrongTries < wrongJudgeCodesWithoutDevice,
    )
    // as many codes are made for a judge as for an id of nobody
    const nobodies = Array.from({ length: openCodesPerJudge }, () => nobody)
    const candidates = [...open, ...nobodies].slice(0, openCodesPerJudge)
    const right = candidates
      .filter(({ id }) => isSameSecret(code, makeCode(id)))
      .find((one) => one !== nobody)
    if (judge === undefined || right === undefined) {
      if (hasAsked) await countTryOfDevice(tx, device.hash)
      else await countTryWithoutDevice(tx, candidates[0]?.id ?? nobody.id)
      return undefined
    }
    await spendChallenge(tx, right.id, new Date(now))
    return storeGrant(tx, context, contest, judge, grant)
  })
  // fails outside the transaction, because the transaction has to store the wrong try
  return verified ?? fail('bad-code', 'This code is not right, or it has run out.')
}

/** Each request for a code gives each address its tries anew. */
async function countTryOfAddress(
  { tenant, services, now, peer }: VerifyContext,
  eventId: number,
  judgeId: string,
): Promise<void> {
  const target = `${tenant.id} ${eventId} ${foldJudgeId(judgeId)}`
  const requests = { ...toBucket(judgeCodesPerDay, target, now), amount: 0 }
  const counts = await services.database.withoutClub((tx) => countAttempts(tx, [requests]))
  const sent = counts.get(requests.bucket) ?? 0
  await countTogether({ services, now }, [
    { limit: judgeCodesTypedPerAddress, target: `${target} ${sent} ${peer}` },
  ])
}

/** How the table knows a device that has asked for a judge's code. */
function toDevice({ now }: VerifyContext, eventId: number, judgeId: string, secret: string) {
  return {
    hash: hashGrant(secret),
    asked: hashGrant(`${eventId} ${foldJudgeId(judgeId)}`),
    since: new Date(now - codeLifeMs),
  }
}

export async function verifyByLink(
  context: VerifyContext,
  { eventId, linkSecret }: { eventId: number; linkSecret: string },
): Promise<Verified> {
  const { tenant, key, now, services, inTenant, fail } = context
  const grant = await makeGrant(services, key, [tenant.id, eventId, linkSecret])
  const verified = await inTenant(async (tx) => {
    const contest = await getContest(tx, context, eventId)
    const judge = await spendLink(tx, eventId, hashLinkSecret(linkSecret), new Date(now))
    if (judge === undefined) return findVerified(tx, context, grant)
    return storeGrant(tx, context, contest, judge, grant)
  })
  return verified ?? fail('bad-link', 'This link is not valid, or it was used before.')
}

/** The answer that the same call got before, if its grant is still valid. */
async function findVerified(tx: Tx, context: VerifyContext, grant: string): Promise<Verified | undefined> {
  const hash = hashGrant(grant)
  const known = (await findLiveGrants(tx, [hash], new Date(context.now))).get(hash)
  if (known === undefined) return undefined
  return toVerified(known, known.until, grant, await listSentSheets(tx, known))
}

async function storeGrant(
  tx: Tx,
  { now }: VerifyContext,
  contest: Contest,
  judge: StoredJudge,
  grant: string,
): Promise<Verified> {
  const until = new Date(findGrantEnd(contest))
  await insertGrant(tx, {
    hash: hashGrant(grant),
    judgeId: judge.id,
    eventId: contest.eventId,
    formId: judge.formId,
    until,
    createdAt: new Date(now),
  })
  const sent = await listSentSheets(tx, { eventId: contest.eventId, judgeId: judge.id })
  return toVerified(judge, until, grant, sent)
}

function toVerified(
  judge: { code: string; name: string; formId: number | null },
  until: Date,
  grant: string,
  sent: SentSheet[],
): Verified {
  return {
    codeSent: false,
    isValid: true,
    message: '',
    formId: judge.formId ?? 0,
    grant,
    judgeId: judge.code,
    judgeName: judge.name,
    until: until.toISOString(),
    sent: toSentSequences(sent),
  }
}

/** As the wire names them. */
export function toSentSequences(sent: readonly SentSheet[]): NonNullable<Verified['sent']> {
  return sent.map(({ carNumber, ...rest }) => ({ ...rest, entryId: carNumber }))
}

/** A judge may verify as long as a score sheet may still arrive. */
async function getContest(tx: Tx, context: VerifyContext, eventId: number): Promise<Contest> {
  const { tenant, services, now, fail } = context
  const contest = await findContest(tx, services, tenant, eventId)
  if (contest === undefined) return fail('event-not-found', 'This event was not found.')
  if (contest.voting !== judgingUsed) return fail('judging-not-used', 'This event does not use judging.')
  if (now >= findGrantEnd(contest)) {
    return fail('judging-ended', 'This event has ended and judging is no longer allowed.')
  }
  return contest
}

function findGrantEnd({ judgingWindow }: Contest): number {
  return judgingWindow.endsAt + judgeGrantLifeAfterEventMs
}
