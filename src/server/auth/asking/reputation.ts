// How often whoever calls has failed lately: a sign-in, a device on which somebody has signed in, or else their network.
import type { Reputation } from '../../db/scope/turns.ts'
import { failuresPerCaller, failuresPerOpenSignIn } from '../../limits/often.ts'
import type { Call } from '../../process/engine.ts'
import type { Services } from '../../process/services.ts'
import { createCounters } from '../../throttle/counters.ts'
import { toNetwork } from '../../throttle/peer.ts'
import { openDevice } from '../knownDevice.ts'
import { verifyToken } from '../session.ts'

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
        if (name === stranger) doubt = failuresPerOpenSignIn
      },
      noteFailure: () => void failures.count(name, failuresPerCaller),
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
