// The codes in mails to volunteers: they name one place of a shift, and prove that the mail was got.
import { createHmac } from 'node:crypto'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Services } from '../process/services.ts'
import { isSameSecret } from '../sealed/signing.ts'

export interface ShiftLinks {
  /** `workerId` is the row's id, also when it has gone to the shifts that were given back. */
  makeCode(tenantUuid: string, workerId: number): string
  /** Undefined for a code that we did not make. */
  read(tenantUuid: string, code: string): number | undefined
}

/** Not within a transaction, the first time in a process. */
export async function openShiftLinks(services: Pick<Services, 'database'>): Promise<ShiftLinks> {
  const key = await getInstanceKey(services.database, 'shift links')
  const sign = (tenantUuid: string, workerId: number) =>
    createHmac('sha256', key).update([tenantUuid, workerId].join('.')).digest('base64url')
  return {
    makeCode: (tenantUuid, workerId) => `${workerId}.${sign(tenantUuid, workerId)}`,
    read(tenantUuid, code) {
      const [, worker, proof] = /^(\d{1,10})\.([\w-]{43})$/.exec(code) ?? []
      if (proof === undefined) return undefined
      const workerId = Number(worker)
      return isSameSecret(sign(tenantUuid, workerId), proof) ? workerId : undefined
    },
  }
}
