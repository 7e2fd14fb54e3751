// Anybody can be called like somebody with a role, and nobody else has the mark of one (N19.2).
import { expect, it } from 'vitest'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a post of somebody who is called like a moderator', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  it('has no mark, and that of a moderator has one', async () => {
    const { id } = a.people.member
    const named = { fname: 'Club', lname: 'Moderator' }
    await world.changeRows(a, 'member', { id }, named)
    const write = async (role: 'member' | 'moderator') => {
      const token = await world.signIn(a, role)
      const written = await world.ask(a, 'create_post', { message: `By ${role}` }, { token })
      expect(written.success).toBe(true)
      return written.id
    }
    const [pretended, real] = [await write('member'), await write('moderator')]
    const token = await world.signIn(a, 'parent')
    const { posts } = await world.ask(a, 'get_posts', {}, { token })
    const find = (wanted: number | undefined) => posts?.find(({ post }) => post.id === wanted)?.post
    expect(find(pretended)?.byModerator).toBe(false)
    expect(find(real)?.byModerator).toBe(true)
  })
})
