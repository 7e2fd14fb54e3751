// Only a member agrees to be charged: a club file turns automatic renewal off, and never on.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import type { ImportOptions } from '../../../src/server/clubFile/import.ts'
import { up } from '../../../src/server/db/migrations/0027-imported-auto-renewal.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import { findAutoRenewChoice, setAutoRenew } from '../../../src/server/member/db/membership.ts'
import { insertCard, takeCustomer } from '../../../src/server/order/db/savedCard.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const card = {
  ...{ providerId: 'pm_1', fingerprint: 'f', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2034 },
  ...{ consent: 'renewal-1', orderId: null, at: new Date(0) },
}

describeOnEachEngine('an imported automatic renewal', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  let tenantId: number
  let ruth: number
  afterEach(() => database.empty())

  /** The club's first import. */
  async function beginWith(autoRenew: boolean | undefined): Promise<void> {
    tenantId = await importWith(autoRenew)
    const { id } = await inClub((tx) =>
      tx.selectFrom('member').where('ref', '=', 'ruth').select('id').executeTakeFirstOrThrow(),
    )
    ruth = id
  }

  async function importWith(autoRenew: boolean | undefined, options: Partial<ImportOptions> = {}) {
    const file = makeClubFile() as ClubFile
    for (const member of file.members ?? []) {
      if (member.ref === 'ruth') Object.assign(member, { settings: { ...member.settings, autoRenew } })
    }
    return (await runImport(services, folder.write(file), options)).tenant.id
  }
  function inClub<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return database.inTenant(tenantId, body)
  }
  const findChoice = () => inClub((tx) => findAutoRenewChoice(tx, ruth))
  const choose = (choice: boolean | null) => inClub((tx) => setAutoRenew(tx, ruth, choice))
  const addCard = () =>
    inClub(async (tx) => {
      const holder = { memberId: ruth, mode: 'sandbox' }
      await takeCustomer(tx, holder, { key: randomUUID(), at: card.at })
      await insertCard(tx, holder, card)
    })

  it('is no choice of the member, so that a card that they add later renews nothing', async () => {
    await beginWith(true)
    expect(await findChoice()).toBeNull()
  })

  it('changes no choice of a member with a card, whatever the file said before', async () => {
    await beginWith(undefined)
    await addCard()
    for (const choice of [false, null, true]) {
      await choose(choice)
      for (const said of [true, undefined, true]) await importWith(said)
      await importWith(true, { overwrite: true })
      expect(await findChoice()).toBe(choice)
    }
  })

  it('is turned off by a file that says so', async () => {
    await beginWith(undefined)
    await addCard()
    await choose(true)
    await importWith(false, { overwrite: true })
    expect(await findChoice()).toBe(false)
  })

  it('is not in an export, and a no is', async () => {
    await beginWith(undefined)
    const exported = async () => {
      const text = await runExport(services, 'marlow', join(folder.path, 'out.json'))
      return (JSON.parse(text) as ClubFile).members?.find(({ ref }) => ref === 'ruth')?.settings?.autoRenew
    }
    await choose(true)
    expect(await exported()).toBeUndefined()
    await choose(false)
    expect(await exported()).toBe(false)
  })

  it('of before is forgotten where there is no card, and what a member chose stays', async () => {
    await beginWith(undefined)
    const migrate = () => database.withoutClub((tx) => up(tx.withoutPlugins() as unknown as Kysely<unknown>))
    for (const kept of [false, null]) {
      await choose(kept)
      await migrate()
      expect(await findChoice()).toBe(kept)
    }
    await choose(true)
    await migrate()
    expect(await findChoice()).toBeNull()
    await addCard()
    await choose(true)
    await migrate()
    expect(await findChoice()).toBe(true)
  })
})
