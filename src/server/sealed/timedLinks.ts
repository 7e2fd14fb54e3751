// Links that open for ten minutes without a sign-in: signed for one thing, and with the time until which they open.
import { minuteMs } from '../../domain/time.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import { timedLinkLifeMs } from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { isSameSecret, sign } from './signing.ts'

export interface LinkProof {
  /** Epoch seconds, until which it opens. */
  readonly until: number
  readonly proof: string
}

/** `thing` names what opens, in the same words each time. */
type Thing = readonly (string | number)[]

export interface TimedLinks {
  /** The same for a minute, so that a download goes on with it. It opens for nine to ten minutes. */
  make(thing: Thing, now: number): LinkProof
  isOpen(thing: Thing, link: LinkProof, now: number): boolean
}

/** Not within a transaction, the first time in a process. Links of one name open nothing of another. */
export async function openTimedLinks(
  services: Pick<Services, 'database'>,
  name: 'file links' | 'own data links',
): Promise<TimedLinks> {
  const key = await getInstanceKey(services.database, name)
  const prove = (thing: Thing, until: number) => sign(key, [...thing, until].join('.'))
  return {
    make(thing, now) {
      const until = Math.floor((now + timedLinkLifeMs) / minuteMs) * (minuteMs / 1000)
      return { until, proof: prove(thing, until) }
    },
    isOpen(thing, { until, proof }, now) {
      return isSameSecret(proof, prove(thing, until)) && now < until * 1000
    },
  }
}
