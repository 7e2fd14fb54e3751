// Officers read what is reported, decide about it, and see what moderators did.
import { beforeAll, expect, it } from 'vitest'
import type { ActionName, Input } from '../../../../src/contract/index.ts'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

describeOnEachEngine('reports on the command line', (engine) => {
  const { world, club, run } = setUpOffice(engine)
  let tokens: Record<'member' | 'parent' | 'moderator', string>
  beforeAll(async () => {
    tokens = await world.signInAll(club, ['member', 'parent', 'moderator'])
  })

  const reports = (...args: (string | number)[]) => run('reports', ...args)
  const say = (...args: (string | number)[]) => expectDone(reports(...args))
  const refuse = async (...args: (string | number)[]) => {
    const before = await hashRows(world.database, club.id)
    const text = await expectRefused(reports(...args))
    expect(await hashRows(world.database, club.id)).toBe(before)
    return text
  }
  const call = async <N extends ActionName>(as: keyof typeof tokens, action: N, input: Input<N>) => {
    const answer = await world.ask(club, action, input, { token: tokens[as] })
    expect(answer).toMatchObject({ success: true })
    return answer as Record<string, unknown>
  }

  it('are listed with the post, its author and the reasons, as plain lines', async () => {
    expect(await say()).toBe("0 posts have open reports. Times are the club's (America/New_York).\n")
    const { own, other, comment } = club.posts
    // stored before such signs were refused
    await world.changeRows(club, 'post', { id: other }, { message: 'Look \u001b[2Kaway\nnow\u202e.' })
    await call('member', 'report_post', { postId: other, reason: 'rude', note: 'Read\nit.' })
    world.pass(60_000)
    await call('parent', 'report_post', { postId: own, reason: 'spam' })
    await call('member', 'report_post', { postId: comment, reason: 'other' })
    const text = await say()
    expect(text).toContain(
      [
        `Post ${other} by Pat Oakes, Jun 12, 2026, 12:00 PM`,
        '  Look [2Kaway now .',
        '    rude, from Ada Quill, Jun 12, 2026, 12:00 PM: Read it.',
      ].join('\n'),
    )
    expect(text).toContain(`Comment ${comment} on post ${other} by Kit Oakes`)
    expect(text).toMatch(/\n3 posts have open reports\. /)
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u)
  })

  it('are dealt with by hiding a post, or by leaving it', async () => {
    const { own, other, comment } = club.posts
    expect(await say('hide', other, '--reason', 'Spam')).toContain(`${other} is hidden now.`)
    const answer = await world.ask(club, 'get_post', { postId: other }, { token: tokens.member })
    expect(answer.code).toBe('post-not-found')
    expect(await refuse('hide', other, '--reason', 'Spam')).toContain(
      'is hidden already and has no open reports',
    )
    expect(await say('restore', own)).toBe(`${own} is shown as before. 1 report is dealt with.\n`)
    expect(await say('--all')).toMatch(new RegExp(`Post ${other} by Pat Oakes, .*, hidden, dealt with\n`))
    expect(await say('restore', other)).toBe(`${other} is shown again.\n`)
    expect(await say('hide', comment, '--reason', 'Spam')).toContain('1 report is dealt with')
    expect(await say()).toMatch(/^0 posts have open reports/)
    expect(await refuse('hide', 2_000_000, '--reason', 'Spam')).toContain('no post or comment')
    expect(await refuse('hide', world.clubs.b.posts.own, '--reason', 'Spam')).toContain('no post or comment')
  })

  it('keep what was reported, and stay when its author deletes it', async () => {
    const made = await call('parent', 'create_post', { message: 'Rude words.' })
    const id = Number(made.id)
    await call('member', 'report_post', { postId: id, reason: 'rude' })
    await call('parent', 'update_post', { id, message: 'Mild words.' })
    const reported = /Mild words\.\n {4}rude, from Ada Quill, .*\n {6}what was reported: Rude words\.\n/
    expect(await say()).toMatch(reported)
    await call('parent', 'delete_post', { postId: id })
    const text = await say()
    expect(text).toMatch(reported)
    expect(text).toMatch(new RegExp(`Post ${id} by Pat Oakes, .*, deleted since\n`))
    expect(await say('restore', id)).toBe(`${id} was deleted before. 1 report is dealt with.\n`)
    expect(await refuse('hide', id, '--reason', 'Spam')).toContain('no post or comment')
    expect(await say('trail', id)).toContain('an officer left it as it is; 1 report')
  })

  it('end with a ride that should not be there', async () => {
    const { id } = await call('parent', 'create_member_ride', { make: 'Nash', description: 'Rude\nwords.' })
    const rides = await say('rides', 'Pat Oakes')
    expect(rides).toContain(`${id}  Nash: Rude words.\n`)
    expect(rides).toContain('Pat Oakes (pat.oakes@harbor.example) shows 1 ride.\n')
    expect(await refuse('remove-ride', world.clubs.b.rideId)).toContain('The club has no ride')
    expect(await say('remove-ride', Number(id))).toBe(`${id}, Nash, is removed for good.\n`)
    expect(await refuse('remove-ride', Number(id))).toContain('The club has no ride')
    expect(await say('rides', 'Pat Oakes')).toContain('shows 0 rides')
  })

  it('mute who writes what nobody should read, and free them again', async () => {
    const name = 'Pat Oakes'
    expect(await say('mute', name)).toContain('Pat Oakes (pat.oakes@harbor.example) is muted')
    for (const [action, input] of [
      ['create_post', { message: 'No.' }],
      ['create_member_ride', { make: 'Nash' }],
      ['create_classified', { label: 'Hubcaps', price: 1, description: '' }],
    ] as const) {
      expect((await world.ask(club, action, input, { token: tokens.parent })).code).toBe('member-muted')
    }
    expect(await refuse('mute', name)).toContain('is muted already')
    expect(await say('unmute', name)).toContain('may write again')
    expect(await refuse('unmute', name)).toContain('is not muted')
    expect(await refuse('mute', 'nobody@harbor.example')).toContain('no member')
  })

  it('show what moderators changed, with what was there before', async () => {
    const { own, other } = club.posts
    await call('moderator', 'update_post', { id: own, message: 'Mild words.' })
    await call('moderator', 'delete_post', { postId: own })
    const moderator = `Moe Derby (member ${club.people.moderator.id})`
    expect(await say('trail', own)).toBe(
      [
        'Jun 12, 2026, 12:01 PM: an officer left it as it is; 1 report',
        `Jun 12, 2026, 12:01 PM: ${moderator} changed it; it was: Found a Lark in a barn.`,
        `Jun 12, 2026, 12:01 PM: ${moderator} deleted it; it was: Mild words.`,
        "Times are the club's (America/New_York).\n",
      ].join('\n'),
    )
    expect(await say('trail', other)).toMatch(/an officer hid it; 1 report\n.*an officer showed it again\n/)
    expect(await refuse('trail', 2_000_000)).toContain('has changed')
  })

  it('are asked for in the words of the help', async () => {
    expect(await refuse('burn')).toContain("'reports' has no way 'burn'. It has hide, restore, mute")
    expect(await refuse('hide')).toContain("'reports hide' needs POST")
    expect(await refuse('hide', 'it')).toContain('POST must be a number')
    expect(await refuse('trail', 1, '--all')).toContain("'reports trail' has no option --all")
    expect(await say('--help')).toContain('reports trail POST')
  })
})
