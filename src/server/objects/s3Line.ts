// How a storage that speaks S3 is asked: how long one waits for it, how often it is asked again, and what happens to
// those who ask while it says nothing.
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import {
  longestStorageConnectMs,
  longestStorageSilenceMs,
  longestStorageTriesMs,
  mostSdkTries,
  mostStorageTries,
  storageConnections,
  storagePauseMs,
  storageProbes,
} from '../limits/machine.ts'
import { StorageFault } from './objectStore.ts'
import { isAnswer, isNotThere, isSilence, toStorageFault } from './s3Faults.ts'

export interface LinePlace {
  /** Null: the SDK knows it by the region. */
  readonly endpoint: string | null
  readonly region: string
}

export interface Patience {
  readonly connectMs: number
  readonly silenceMs: number
  readonly triesMs: number
}

export const usualPatience: Patience = {
  connectMs: longestStorageConnectMs,
  silenceMs: longestStorageSilenceMs,
  triesMs: longestStorageTriesMs,
}

type Sdk = typeof import('@aws-sdk/client-s3')

interface Opened {
  readonly sdk: Sdk
  /** For all that is over with the answer. */
  readonly asking: S3Client
  /** For what is read as slowly as somebody's phone takes it: it keeps nobody else's connection. */
  readonly reading: S3Client
}

export interface S3Line {
  open(): Promise<Opened>
  /**
   * Tries again what may go better a moment later. Null if there is no such object. `isPatient`: work that nobody waits
   * for on a screen, and that would have to begin again.
   */
  ask<T>(name: string, work: (opened: Opened) => Promise<T>, isPatient?: boolean): Promise<T | null>
}

/** The SDK is loaded with the first call. */
export function createS3Line(where: LinePlace, patience: Patience): S3Line {
  const silence = createSilence()
  let opening: Promise<Opened> | undefined
  const open = (): Promise<Opened> => {
    opening ??= openClients(where, patience)
    return opening
  }

  async function tryOnce<T>(asked: Asked, work: (opened: Opened) => Promise<T>): Promise<T> {
    try {
      const answer = await work(await open())
      asked.end('answered')
      return answer
    } catch (error) {
      asked.end(isAnswer(error) ? 'answered' : isSilence(error) ? 'silent' : 'failed')
      throw error
    }
  }

  return {
    open,
    async ask(name, work, isPatient = false) {
      const lastAt = isPatient ? Number.POSITIVE_INFINITY : performance.now() + patience.triesMs
      for (let attempt = 1; ; attempt++) {
        const asked = silence.begin(isPatient)
        if (asked === undefined) throw new StorageFault('unreachable', `${name}: it has not answered lately.`)
        try {
          return await tryOnce(asked, work)
        } catch (error) {
          if (isNotThere(error)) return null
          const fault = toStorageFault(error, name)
          const isFinal = fault.trouble !== 'unreachable' || attempt === mostStorageTries
          if (isFinal || performance.now() > lastAt) throw fault
          await pause(storagePauseMs * 2 ** attempt * (0.5 + Math.random()))
        }
      }
    },
  }
}

interface Asked {
  end(outcome: 'answered' | 'silent' | 'failed'): void
}

/**
 * Once somebody has waited in vain and nobody has had an answer since they began, only a few go on asking, and all
 * others hear at once that nothing comes: a crowd that waits for a storage helps nobody. Who is patient asks on.
 */
function createSilence(): { begin(isPatient: boolean): Asked | undefined } {
  let answeredAt = Number.NEGATIVE_INFINITY
  let isSilent = false
  let probes = 0
  return {
    begin(isPatient) {
      const isProbe = isSilent && !isPatient
      if (isProbe && probes >= storageProbes) return undefined
      if (isProbe) probes += 1
      const begunAt = performance.now()
      return {
        end(outcome) {
          if (isProbe) probes -= 1
          if (outcome === 'answered') {
            answeredAt = performance.now()
            isSilent = false
          } else if (outcome === 'silent' && answeredAt < begunAt) isSilent = true
        },
      }
    },
  }
}

async function openClients(
  { endpoint, region }: LinePlace,
  { connectMs, silenceMs }: Patience,
): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3')
  const toClient = (maxSockets: number, times: { requestTimeout: number; socketTimeout: number }) =>
    new sdk.S3Client({
      region,
      // an endpoint of one's own seldom has a name for each bucket
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // our own MD5 goes along; what the SDK adds by itself is refused by older storages
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // a stream can be sent again only by who can open it again
      maxAttempts: mostSdkTries,
      requestHandler: {
        connectionTimeout: connectMs,
        throwOnRequestTimeout: true,
        httpsAgent: { maxSockets },
        httpAgent: { maxSockets },
        ...times,
      },
    })
  return {
    sdk,
    // a large part may be on its way for long, as long as something of it moves
    asking: toClient(storageConnections.asking, { requestTimeout: 0, socketTimeout: silenceMs }),
    // who takes it slowly lets nothing move either: only the beginning is waited for here
    reading: toClient(storageConnections.reading, { requestTimeout: silenceMs, socketTimeout: 0 }),
  }
}
