// The links under which members open the club's files: signed, for one club and file, and for ten minutes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '../../domain/time.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Services } from '../services.ts'

// rules/security 5.52
export const fileLinkMs = 10 * minuteMs

export interface FileLink {
  readonly fileId: number
  /** Epoch seconds, until which it opens. */
  readonly until: number
  readonly proof: string
}

export interface FileLinks {
  /** The same link for a minute, so that a download goes on with it. It opens for nine to ten minutes. */
  make(tenantUuid: string, fileId: number, now: number): FileLink
  isOpen(tenantUuid: string, link: FileLink, now: number): boolean
}

/** Not within a transaction, the first time in a process. */
export async function openFileLinks(services: Pick<Services, 'database'>): Promise<FileLinks> {
  const key = await getInstanceKey(services.database, 'file links')
  const sign = (tenantUuid: string, fileId: number, until: number) =>
    createHmac('sha256', key).update([tenantUuid, fileId, until].join('.')).digest('base64url')
  return {
    make(tenantUuid, fileId, now) {
      const until = Math.floor((now + fileLinkMs) / minuteMs) * (minuteMs / 1000)
      return { fileId, until, proof: sign(tenantUuid, fileId, until) }
    },
    isOpen(tenantUuid, { fileId, until, proof }, now) {
      const expected = Buffer.from(sign(tenantUuid, fileId, until))
      const given = Buffer.from(proof)
      return given.length === expected.length && timingSafeEqual(given, expected) && now < until * 1000
    },
  }
}
