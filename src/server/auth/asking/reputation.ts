// How often whoever calls has failed lately: a sign-in, a device on which somebody has signed in, or else their network.
import { minuteMs } from '../../../domain/time.ts'
import type { Reputation } from '../../db/scope/turns.ts'
import { createCounters } from '../../dispatch/counters.ts'
import type { Call } from '../../engine/engine.ts'
import type { Services } from '../../services.ts'
import { openDevice } from '../knownDevice.ts'
import { toNetwork } from '../peer.ts'
import { verifyToken } from '../session.ts'

const failuresWindow = { most: Number.POSITIVE_INFINITY, windowMs: 5 * minuteMs }

/**
 * A stranger's sign-in counts so many failures until its answer. So a first burst of guesses waits behind members who
 * mistype their password that often on a device of theirs.
 */
const doubted = 3

export interface CallerReputation extends Reputation {
  /** The call is a sign-in. */
  noteSignIn(): void
  /** Their call was a guess that was wrong. */
  noteFailure(): void
}

type Said = Pick<Call, 'token' | 'device' | 'peer'>

/** What is told is checked without a look at the database, because that is what is waited for. */
export function createReputations(services: Services): (said: Said) => Promise<CallerReputation> {
  const failures = createCounters(() => performance.now())
  return async (said) => {
    const stranger = toStranger(said)
    const name = await nameCaller(services, said).catch(() => stranger)
    let doubt = 0
    return {
      countFailures: () => failures.read(name) + doubt,
      noteSignIn() {
        if (name === stranger) doubt = doubted
      },
      noteFailure: () => void failures.count(name, failuresWindow),
    }
  }
}

async function nameCaller(services: Services, { token, device, peer }: Said): Promise<string> {
  const signedIn = token === null ? 'bad' : await verifyToken(services, token)
  if (signedIn !== 'bad') return `sign-in ${signedIn.sessionId}`
  const known = device === undefined ? undefined : await openDevice(services, device)
  return known === undefined ? toStranger({ peer }) : `device ${known.id}`
}

function toStranger({ peer }: Pick<Said, 'peer'>): string {
  return `network ${toNetwork(peer)}`
}
