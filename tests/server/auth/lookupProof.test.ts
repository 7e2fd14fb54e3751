import { expect, it } from 'vitest'
import { openLookup, sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { lookupProofLifeMs } from '../../../src/server/limits/times.ts'
import { describeOnEachEngine, openTestDatabase } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

describeOnEachEngine('the proof of a look-up', (engine) => {
  const now = Date.parse('2026-06-12T16:00:00Z')
  const lookup = { tenantId: 3, memberId: 41 }
  const database = setUpDatabase(engine)

  it('says for an hour which member of which club was looked up', async () => {
    const proof = await sealLookup({ database }, lookup, now)
    expect(await openLookup({ database }, proof, now)).toEqual(lookup)
    expect(await openLookup({ database }, proof, now + lookupProofLifeMs - 1)).toEqual(lookup)
    expect(await openLookup({ database }, proof, now + lookupProofLifeMs)).toBeUndefined()
  })

  it('is worth nothing when anything of it was changed', async () => {
    const proof = await sealLookup({ database }, lookup, now)
    for (let at = 0; at < proof.length; at += 1) {
      for (const character of ['0', '1', 'A', '.']) {
        const changed = proof.slice(0, at) + character + proof.slice(at + 1)
        if (changed !== proof) expect(await openLookup({ database }, changed, now), changed).toBeUndefined()
      }
    }
    for (const text of ['', '.', '3.41.9999999999999.', proof.slice(0, -1), `${proof}A`, `3${proof}`]) {
      expect(await openLookup({ database }, text, now), text).toBeUndefined()
    }
  })

  it('is not known to another instance', async () => {
    const other = await openTestDatabase(engine)
    const proof = await sealLookup({ database: other }, lookup, now)
    await other.dispose()
    expect(await openLookup({ database }, proof, now)).toBeUndefined()
  })
})
