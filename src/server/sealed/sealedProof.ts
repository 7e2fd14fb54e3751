// Sealed proofs that a browser keeps: only this instance can make them, and they end by themselves.
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Services } from '../process/services.ts'
import { readSealed, seal } from './signing.ts'

/** The club, and the id of what is proved. */
export type Proven<Id extends string> = { readonly tenantId: number } & { readonly [N in Id]: number }

export interface SealedProof<Id extends string> {
  seal(services: Pick<Services, 'database'>, proven: Proven<Id>, now: number): Promise<string>
  /** Undefined when we did not make it or it has expired. The caller compares the club. */
  open(services: Pick<Services, 'database'>, text: string, now: number): Promise<Proven<Id> | undefined>
  /** Once the key has been read outside, proofs can also be opened within a transaction. */
  readKey(services: Pick<Services, 'database'>): Promise<Buffer>
}

export function createSealedProof<const Id extends string>(
  keyName: string,
  idName: Id,
  lifeMs: number,
): SealedProof<Id> {
  const readKey: SealedProof<Id>['readKey'] = ({ database }) => getInstanceKey(database, keyName)
  return {
    readKey,
    async seal(services, proven, now) {
      return seal(await readKey(services), [proven.tenantId, proven[idName], now + lifeMs].join('.'))
    },
    async open(services, text, now) {
      const said = readSealed(await readKey(services), text)
      if (said === undefined) return undefined
      const [tenantId = 0, id = 0, until = 0] = said.split('.').map(Number)
      return now < until ? ({ tenantId, [idName]: id } as Proven<Id>) : undefined
    },
  }
}
