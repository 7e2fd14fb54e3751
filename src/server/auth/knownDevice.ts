// A device on which somebody has signed in (rules/security 3.8): its sign-ins count by themselves, so that strangers
// who try passwords keep nobody from their account.
import { randomBytes } from 'node:crypto'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import { knownDeviceIdBytes } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'
import { readSealed, seal } from '../sealed/signing.ts'

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
  return seal(await readKey(services), [member.tenantId, member.memberId, id].join('.'))
}

/** Undefined when we did not make it. */
export async function openDevice(
  services: Instance,
  text: string | undefined,
): Promise<KnownDevice | undefined> {
  if (text === undefined) return undefined
  const said = readSealed(await readKey(services), text)
  if (said === undefined) return undefined
  const [tenantId, memberId, id = ''] = said.split('.')
  return { tenantId: Number(tenantId), memberId: Number(memberId), id }
}

/** It proves nothing of anybody else, and nothing in another club. */
export function isDeviceOf(device: KnownDevice, member: Omit<KnownDevice, 'id'>): boolean {
  return device.tenantId === member.tenantId && device.memberId === member.memberId
}

function readKey({ database }: Instance): Promise<Buffer> {
  return getInstanceKey(database, 'devices that have signed in')
}
