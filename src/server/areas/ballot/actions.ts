// Handlers for voters: whether a ballot can still be used, and handing it in.
import type { ballot as contract } from '../../../contract/ballot.ts'
import { findBallotFault, findVoteClass, toVotes } from '../../../domain/ballot.ts'
import { findArrival } from '../../../domain/window.ts'
import { findContest } from '../../contest/contest.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { claimVoter, findBallot, findVoter, insertBallot } from './db.ts'

const unknownVoter = 'This ballot was not found.'

export const ballot = {
  async get_voter({ tx, fail }, input) {
    const voter = await findVoter(tx, input.voterId.toLowerCase())
    if (voter === undefined) return fail('voter-not-found', unknownVoter)
    // a voided ballot cannot be used, just like one that was handed in
    return { voter: { uuid: voter.uuid, voted: voter.votedAt !== null || voter.voidedAt !== null } }
  },

  async submit_ballot({ tx, tenant, key, now, services, fail }, input) {
    const voter = await findVoter(tx, input.voterId.toLowerCase())
    if (voter === undefined) return fail('voter-not-found', unknownVoter)
    const votes = toVotes(input.votes)
    const answerUsed = async () => {
      const counted = await findBallot(tx, voter.id)
      // under another key nothing is said of the votes, also where they are the same: it would tell how somebody voted
      if (counted !== undefined && counted.key === key) return accept(counted.late)
      // only the holder of this ballot's link comes this far
      const details = counted && { usedAt: counted.at.toISOString(), onPaper: counted.paper }
      return fail('ballot-used', 'Ballots can only be used one time.', details)
    }
    if (voter.voidedAt !== null)
      return fail('ballot-void', 'This ballot was voided. Please ask for a new one.')
    if (voter.votedAt !== null) return answerUsed()
    const contest = await findContest(tx, services, tenant, voter.eventId)
    if (contest === undefined) return fail('voter-not-found', unknownVoter)
    if (contest.ballotWindow === undefined) return fail('voting-not-used', 'This event has no ballot.')
    const madeAt = Math.min(input.madeAt ?? now, now)
    const arrival = findArrival(contest.ballotWindow, madeAt, now, contest.ballotGraceMs)
    if (arrival === 'not-begun') return fail('voting-not-begun', 'Voting has not begun.')
    if (arrival === 'ended') return fail('voting-ended', 'Voting has ended.')
    const fault = findBallotFault(contest.classes, contest.votesPerClass, votes)
    if (fault?.kind === 'bad-vote') return fail('bad-vote', `${fault.vote} is no car of any class here.`)
    if (fault !== undefined) {
      return fail('too-many-votes', `Class ${fault.carClass} has more than ${fault.votesPerClass} votes.`)
    }
    if (!(await claimVoter(tx, voter.id, new Date(now)))) return answerUsed()
    const { fname, lname, email } = input
    await insertBallot(
      tx,
      {
        voterId: voter.id,
        eventId: voter.eventId,
        key: key ?? services.newId(),
        fname,
        lname,
        email,
        madeAt: new Date(madeAt),
        at: new Date(now),
        late: arrival === 'late',
        paper: false,
      },
      votes.map((carNumber) => ({
        carNumber,
        carClass: findVoteClass(contest.classes, carNumber) ?? 0,
        entryId: contest.carIds.get(carNumber) ?? null,
      })),
    )
    return accept(arrival === 'late')
  },
} satisfies Pick<Handlers, keyof typeof contract>

function accept(late: boolean): { status: 'accepted'; statusMessage: string; late: boolean } {
  return { status: 'accepted', statusMessage: '', late }
}
