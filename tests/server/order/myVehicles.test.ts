// The vehicles that a member has entered before: their own, and nobody else's.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buyingAtShow } from '../../support/buying/eventOrders.ts'
import { setUpShop } from '../../support/buying/shop.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { toEntry } from '../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('the vehicles of a member', (engine) => {
  const shop = setUpShop(engine)

  const ask = async (club: SeededClub, token?: string) => shop.ask(club, 'get_my_vehicles', {}, { token })
  const enter = async (years: readonly string[], token?: string, change: Record<string, string> = {}) => {
    const email = `v${randomUUID().slice(0, 8)}@show.example`
    const entries = years.map((year) => ({
      ...toEntry({ email }),
      year,
      make: 'Vaillante',
      model: 'Avanti',
      ...change,
    }))
    const wanted = { ...buyingAtShow(shop.a.show, email, [], { entries }), category: 4 as const }
    await shop.buy(wanted, { token })
  }

  it('are each named once, the newest first, with what was last said of them', async () => {
    const token = await shop.signIn(shop.a, 'member')
    expect(await ask(shop.a, token)).toMatchObject({ success: true, vehicles: [] })
    await enter(['1963', '1964'], token)
    await enter(['1963'], token, { make: 'VAILLANTE', color: 'Gold' })
    // somebody else, and a visitor
    await enter(['1999'], await shop.signIn(shop.a, 'child'))
    await enter(['1998'])
    const answer = await ask(shop.a, token)
    expect(answer).toMatchObject({
      success: true,
      vehicles: [
        { year: '1963', make: 'VAILLANTE', color: 'Gold' },
        { year: '1964', make: 'Vaillante' },
      ],
    })
    if (!answer.success) return
    expect(Object.keys(answer.vehicles[0] ?? {}).sort()).toEqual([
      'color',
      'engine',
      'make',
      'model',
      'trim',
      'year',
    ])
  })

  it('are asked only by a member, of their own club', async () => {
    expect(await ask(shop.a)).toMatchObject({ success: false, code: 'needs-signin' })
    const token = await shop.signIn(shop.a, 'member')
    expect(await ask(shop.clubs.b, token)).toMatchObject({ success: false, code: 'tenant-mismatch' })
    // the member of the same number in the other club
    await shop.changeRows(shop.clubs.b, 'entry', {}, { member_id: shop.clubs.b.people.member.id })
    const other = await ask(shop.clubs.b, await shop.signIn(shop.clubs.b, 'member'))
    expect(other).toMatchObject({ success: true })
    if (other.success) expect(other.vehicles.some(({ make }) => make === 'Vaillante')).toBe(false)
  })

  it('are twenty at most', async () => {
    const token = await shop.signIn(shop.a, 'member')
    await enter(
      Array.from({ length: 18 }, (_, index) => String(1970 + index)),
      token,
    )
    await enter(['2001', '2002', '2003'], token)
    const answer = await ask(shop.a, token)
    if (!answer.success) throw new Error('no vehicles')
    expect(answer.vehicles).toHaveLength(20)
    expect(answer.vehicles[0]?.year).toBe('2003')
  })
})
