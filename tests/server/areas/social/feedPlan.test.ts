// However many posts there are, the hundredth page of the feed takes as few rows as the first, and the removal of
// unused pictures goes over them once.
import { type Compilable, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectFeed } from '../../../../src/server/areas/social/db/post.ts'
import type { Tx } from '../../../../src/server/db/open.ts'
import { selectUnusedPictures } from '../../../../src/server/storage/db/pictures.ts'
import { seedClubs } from '../../../support/clubs/clubs.ts'
import { insertManyPosts } from '../../../support/community/manyPosts.ts'
import { describeRaces, openTestDatabase, type TestDatabase } from '../../../support/database/database.ts'
import { worldStart } from '../../../support/database/world.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

describeRaces('a page of ten thousand posts', (engine) => {
  let database: TestDatabase
  let tenantId: number
  let topicId: number
  let memberId: number
  beforeAll(async () => {
    database = await openTestDatabase(engine, 'both')
    const { a } = await seedClubs(database, worldStart)
    const { member, parent, child, noPassword } = a.people
    tenantId = a.id
    memberId = member.id
    const memberIds = [member.id, parent.id, child.id, noPassword.id]
    const wanted = { memberIds, now: worldStart, posts: 10_000, pictures: 3_000 }
    const made = await database.inTenant(tenantId, (tx) => insertManyPosts(tx, wanted))
    topicId = made.topicId
    await database.analyze()
  })
  afterAll(() => database.dispose())

  async function explain(tx: Tx, query: Compilable): Promise<PlanNode[]> {
    const { sql: text, parameters } = query.compile()
    const parts = text.split(/\$\d+/)
    const order = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => parameters[Number(number) - 1])
    const whole = sql.join(
      parts.map((part, at) => (at < order.length ? sql`${sql.raw(part)}${order[at]}` : sql.raw(part))),
      sql``,
    )
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (analyze, timing off, format json) ${whole}`.execute(tx)
    const list = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(list)]
    return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => list(Plan)) ?? []
  }

  it.each([
    ['all topics', 'post_feed', (): number => 0],
    ['one topic', 'post_topic', (): number => topicId],
  ] as const)('of %s is read from %s alone, the first one and a far one', async (_, index, toTopic) => {
    const hundredth = worldStart - (toTopic() === 0 ? 2_475 : 1_250) * 60_000
    for (const cursor of [undefined, `${hundredth}000-1`]) {
      await database.inTenant(tenantId, async (tx) => {
        const viewer = { memberId, seesHidden: false }
        const nodes = await explain(tx, selectFeed(tx, viewer, { limit: 25, cursor, topicId: toTopic() }))
        const ofPosts = nodes.filter(({ Alias: alias }) => alias === 'post')
        expect(ofPosts).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': index }])
        expect(ofPosts[0]?.['Actual Rows']).toBe(26)
        expect(ofPosts[0]?.['Rows Removed by Filter'] ?? 0).toBe(0)
      })
    }
  })

  it('the pictures that nothing names are found without asking for each one alone', async () => {
    const nodes = await database.inTenant(tenantId, (tx) => explain(tx, selectUnusedPictures(tx)))
    expect(nodes.filter(({ 'Relation Name': name }) => name === 'post').length).toBeGreaterThan(0)
    expect(nodes.filter((node) => node['Actual Loops'] > 1)).toEqual([])
  })
})
