// A device on which somebody has signed in (rules/security 3.8): its sign-ins count by themselves, so that strangers
// who try passwords keep nobody from their account.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import { knownDeviceIdBytes } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'

export interface KnownDevice {
  readonly tenantId: number
  readonly memberId: number
  readonly id: string
}

type Instance = Pick<Services, 'database'>

/**
 * After a sign-in. The same device of the same member keeps its id, and with it its count. Not within a transaction,
 * as all here.
 */
export async function markDevice(
  services: Instance,
  member: Omit<KnownDevice, 'id'>,
  before: string | undefined,
): Promise<string> {
  const known = await openDevice(services, before)
  const id =
    known && isDeviceOf(known, member) ? known.id : randomBytes(knownDeviceIdBytes).toString('base64url')
  const said = [member.tenantId, member.memberId, id].join('.')
  return `${said}.${await sign(services, said)}`
}

/** Undefined when we did not make it. */
export async function openDevice(
  services: Instance,
  text: string | undefined,
): Promise<KnownDevice | undefined> {
  if (text === undefined) return undefined
  const cut = text.lastIndexOf('.')
  const said = text.slice(0, Math.max(cut, 0))
  const expected = Buffer.from(await sign(services, said))
  const given = Buffer.from(text.slice(cut + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [tenantId, memberId, id = ''] = said.split('.')
  return { tenantId: Number(tenantId), memberId: Number(memberId), id }
}

/** It proves nothing of anybody else, and nothing in another club. */
export function isDeviceOf(device: KnownDevice, member: Omit<KnownDevice, 'id'>): boolean {
  return device.tenantId === member.tenantId && device.memberId === member.memberId
}

async function sign({ database }: Instance, said: string): Promise<string> {
  const key = await getInstanceKey(database, 'devices that have signed in')
  return createHmac('sha256', key).update(said).digest('base64url')
}
