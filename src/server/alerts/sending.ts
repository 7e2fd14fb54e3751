// Sends a message to all who get it, a few at a time, and notes after each few what came of them.

import type { Language } from '../../domain/shapes/language.ts'
import { languages } from '../../domain/shapes/language.ts'
import { isDatabaseAway, storeForSure } from '../db/away.ts'
import type { Tx } from '../db/open.ts'
import {
  alertBatchLeaseMs,
  alertBatchSizes,
  alertLanes,
  firstDeliveryPauseMs,
  longestDeliveryPauseMs,
} from '../limits/jobs.ts'
import { longestMailMs, longestPushMs } from '../limits/machine.ts'
import type { Services } from '../process/services.ts'
import type { PushResult } from '../providers/pushSend.ts'
import { findAlert } from './db/alert.ts'
import {
  type DeliveryEnd,
  type DeliveryWay,
  endDeliveries,
  type PushDevice,
  removeDeadDevices,
  type TakenDelivery,
  takeDeliveries,
} from './db/delivery.ts'
import { addressByMail } from './db/recipients.ts'
import type { OpenAlert } from './opening.ts'

const longestSendMs = { push: longestPushMs, mail: longestMailMs } as const

export interface Carrier {
  push(device: PushDevice, language: Language, uuid: string): Promise<PushResult>
  mail(address: string, language: Language, uuid: string): Promise<PushResult>
}

export interface SendingParts {
  readonly services: Pick<Services, 'database' | 'now'>
  readonly tenantId: number
  readonly alert: OpenAlert
  readonly carrier: Carrier
  /** Epoch milliseconds after which no batch is taken any more. */
  readonly until: number
}

/** Ends when nothing is due any more, or when the time is up. Any number of senders may do this at once. */
export async function sendDue(parts: SendingParts): Promise<void> {
  /** By push service: until when it is left alone. */
  const resting = new Map<string, number>()
  const ways: readonly DeliveryWay[] = ['push', 'mail']
  await Promise.all(
    ways.flatMap((way) => Array.from({ length: alertLanes[way] }, () => runLane(parts, way, resting))),
  )
}

async function runLane(parts: SendingParts, way: DeliveryWay, resting: Map<string, number>): Promise<void> {
  const { services, tenantId, alert, until } = parts
  let ended: Ended[] = []
  for (;;) {
    const now = services.now()
    const isOver = now >= until || now >= alert.endsAt
    const note = (tx: Tx) => noteEnds(tx, parts, ended, now)
    const noting = services.database.inTenant(tenantId, async (tx) => {
      await note(tx)
      if (isOver) return []
      return takeDeliveries(tx, {
        alertId: alert.id,
        way,
        now: new Date(now),
        lockedUntil: new Date(now + alertBatchLeaseMs[way]),
        most: alertBatchSizes[way],
        isMailed: alert.isMailed,
      })
    })
    const taken = await noting.catch(async (error: unknown) => {
      // without a note they would be sent once more; what comes next is another run's
      if (ended.length > 0 && isDatabaseAway(error)) {
        await storeForSure(() => services.database.inTenant(tenantId, note))
      }
      throw error
    })
    if (taken.length === 0) return
    // this process stood still since it asked for them, and they are another's, or soon will be
    const isLate = services.now() + longestSendMs[way] > now + alertBatchLeaseMs[way]
    ended = isLate
      ? taken.map(toUntried)
      : await Promise.all(taken.map((delivery) => deliver(parts, delivery, resting)))
  }
}

interface Ended {
  readonly delivery: TakenDelivery
  readonly result: PushResult
  readonly isUntried: boolean
}

async function deliver(
  { services, alert, carrier }: SendingParts,
  delivery: TakenDelivery,
  resting: Map<string, number>,
): Promise<Ended> {
  const { to, uuid } = delivery
  if (to === null) return { delivery, result: { is: 'gone' }, isUntried: true }
  const language = languages.find((known) => known === to.language) ?? alert.clubLanguage
  if (to.way === 'mail') {
    return { delivery, result: await carrier.mail(to.address, language, uuid), isUntried: false }
  }
  const service = toService(to.device.endpoint)
  const restMs = (resting.get(service) ?? 0) - services.now()
  if (restMs > 0) {
    const reason = 'the push service wants us to wait'
    return { delivery, result: { is: 'later', reason, hostWaitMs: restMs }, isUntried: true }
  }
  const result = await carrier.push(to.device, language, uuid)
  if (result.is === 'later' && result.hostWaitMs > 0) {
    resting.set(service, services.now() + result.hostWaitMs)
  }
  return { delivery, result, isUntried: false }
}

function toUntried(delivery: TakenDelivery): Ended {
  const reason = 'its time was over before it was sent'
  return { delivery, result: { is: 'later', reason, hostWaitMs: 0 }, isUntried: true }
}

function toService(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).origin : ''
}

async function noteEnds(
  tx: Tx,
  { alert }: SendingParts,
  ended: readonly Ended[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return
  const ends = ended.map((one) => toEnd(one, now, alert.endsAt))
  await endDeliveries(tx, ends, new Date(now))
  const dead = ended.filter(({ result }) => result.is === 'gone')
  const devices = dead.flatMap(({ delivery: { to } }) => (to?.way === 'push' ? [to.device] : []))
  await removeDeadDevices(tx, devices)
  const { choice, today, isMailed } = alert
  if (choice === null) return
  const memberIds = ended.flatMap(({ delivery: { memberId } }, index) => {
    const isMissed = ends[index]?.state === 'gone' || ends[index]?.state === 'failed'
    return isMissed && memberId !== null ? [memberId] : []
  })
  if (memberIds.length === 0) return
  // one after the other, or of two devices that fail at once neither would be seen as the last
  await findAlert(tx, alert.id, 'lock')
  await addressByMail(tx, { alertId: alert.id, now: new Date(now), choice, today, isMailed, memberIds })
}

function toEnd({ delivery, result, isUntried }: Ended, now: number, endsAt: number): DeliveryEnd {
  const { id, attempts, lost } = delivery
  const end = { id, attempts, isUntried, isLost: result.is === 'lost', nextAt: new Date(now), fault: '' }
  if (result.is === 'sent' || result.is === 'gone') return { ...end, state: result.is }
  if (result.is === 'refused') return { ...end, state: 'failed', fault: result.reason }
  // it was perhaps delivered twice already
  if (result.is === 'lost' && lost > 0) return { ...end, state: 'unknown', fault: result.reason }
  const pauseMs = Math.min(firstDeliveryPauseMs * 2 ** (attempts - 1), longestDeliveryPauseMs)
  const hostWaitMs = result.is === 'later' ? result.hostWaitMs : 0
  const nextAt = new Date(now + (isUntried ? hostWaitMs : Math.max(pauseMs, hostWaitMs)))
  // what may come to something is tried as long as the message lives
  if (nextAt.getTime() >= endsAt) return { ...end, state: 'failed', fault: result.reason }
  return { ...end, state: 'waiting', nextAt, fault: result.reason }
}
