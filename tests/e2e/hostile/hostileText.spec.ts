// T2.34: texts that want to run, load or cover something, in every field that members and officers fill. Every
// screen shows them as they are, and nothing of them runs.
import type { Page } from '@playwright/test'
import type { Caller } from '../../../src/contract/caller.ts'
import { findDay } from '../../../src/domain/day.ts'
import { profileLengths } from '../../../src/domain/shapes/personLengths.ts'
import { toPlainText } from '../../../src/domain/shapes/plainText.ts'
import { rideLengths } from '../../../src/domain/shapes/ride.ts'
import { sharedLengths } from '../../../src/domain/shapes/sharedLengths.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { hostileSlug, makeHostileClub, signers } from '../../support/corpora/hostileClub.ts'
import { fill, fillCode, fillName, listFills, turningTexts } from '../../support/corpora/hostileTexts.ts'
import { listFieldsOf } from '../../support/corpora/textFields.ts'
import { expect, signIn, test, watchForFaults } from '../fixtures.ts'
import { openCaller, type Screen, visit, watch } from './hostileScreens.ts'

const club = makeHostileClub(findDay(Date.now(), 'America/Chicago'))
const [event] = club.events
const { label: labelLength, description: descriptionLength } = sharedLengths.classified

/** Of a long list, so much is drawn on the smallest screen. */
const drawnAtFirst = 3

test('no text of a club runs on any screen, and each is shown as it is @proof', async ({
  browser,
  product,
}) => {
  await importClubs(product, [club])
  const place = { product, slug: hostileSlug, sent: new Set<string>() }
  const member = await openCaller(place, signers.member)
  const moderator = await openCaller(place, signers.moderator)
  const typed = await typeAll(member)
  const found = await readAll(member)

  await test.step('what is stored comes back to the letter', async () => {
    const { posts, comments, rides, classifieds, members, topics } = found
    expect(posts.map(({ post }) => post.message)).toEqual([
      ...typed.messages,
      ...newestFirst(club.posts).map(({ message }) => message),
    ])
    expect(comments.map(({ post }) => post.message)).toEqual(
      club.posts[0]?.comments.map(({ message }) => message),
    )
    expect(topics.map(({ topic }) => topic).sort()).toEqual(
      [...club.topics.map(({ topic }) => topic), typed.topic].sort(),
    )
    const rideTexts = [...club.rides, typed.ride].map(({ year, make, model, engine, trim, description }) => ({
      year,
      make,
      model,
      engine,
      trim,
      description,
    }))
    expect(rides).toHaveLength(rideTexts.length)
    for (const ride of rideTexts) expect(rides).toContainEqual(expect.objectContaining(ride))
    const listings = [...club.classifieds, typed.listing].map(({ label, description }) => ({
      label,
      description,
    }))
    expect(classifieds).toHaveLength(listings.length)
    for (const listing of listings) expect(classifieds).toContainEqual(expect.objectContaining(listing))
    const listed = club.members.map(({ fname, lname, partner, email_address, city, state, tags }, at) => ({
      name: at === 0 ? `${typed.profile.fname} ${typed.profile.lname}` : `${fname} ${lname}`,
      partner: at === 0 ? typed.profile.partner : partner,
      email: email_address,
      locale: at === 0 ? `${typed.profile.city}, ${typed.profile.state}` : `${city}, ${state}`,
      tags: tags.map((text) => ({ text })),
    }))
    expect(members).toHaveLength(listed.length)
    for (const one of listed) expect(members).toContainEqual(expect.objectContaining(one))
    expect((await member.call('member_authorize', {})).member).toMatchObject(typed.profile)
    const reported = await moderator.call('get_post_reports', { LIMIT: 100 })
    expect(reported.items.flatMap(({ reports }) => reports.map(({ note }) => note)).sort()).toEqual(
      [...typed.notes].sort(),
    )
  })

  const eventId = (await member.call('get_upcoming_events', {})).events[0]?.id
  const { code } = await member.call('get_membership_card', {})
  const listing = found.classifieds.find(({ label }) => label === fill(labelLength, 4))
  const commented = found.posts.find(({ post }) => post.commentCount > 0)?.post.id
  const rideTexts = (rides: readonly (typeof found.rides)[number][]) =>
    rides.flatMap(({ year, make, model, engine, trim, description }) => [
      year,
      make,
      model,
      engine,
      trim,
      description,
    ])
  const listingTexts = listing === undefined ? [] : [listing.label, listing.description]
  const topics = found.topics.map(({ topic }) => topic)
  const searched = fill(64, 0)
  const inMemberArea: readonly Screen[] = [
    { path: `social/${commented}`, texts: found.comments.flatMap(({ post }) => [post.message, post.author]) },
    { path: 'classifieds', texts: found.classifieds.map(({ label }) => label) },
    { path: `classifieds?search=${encodeURIComponent(searched)}`, texts: [searched] },
    {
      path: `classifieds/${listing?.id}`,
      texts: [...listingTexts, club.members[4]?.fname ?? '', club.members[4]?.email_address ?? ''],
      open: (page) => page.getByRole('button', { name: 'Show contact info' }).click(),
    },
  ]
  const ofPosts = found.posts.flatMap(({ post }) => [post.message, post.author])
  const names = found.members.map(({ name }) => name)
  const ofMembers = found.members.flatMap(({ partner, email, locale, tags }) => [
    partner,
    email,
    locale,
    ...tags.map(({ text }) => text),
  ])
  const ownScreens: readonly Screen[] = [
    { path: 'social', texts: [...topics, ...ofPosts.slice(0, drawnAtFirst)] },
    { path: 'roster', texts: names.slice(0, drawnAtFirst) },
    { path: 'rides', texts: rideTexts(found.rides), open: loadAll },
    { path: 'rides/mine', texts: rideTexts(found.ownRides) },
    { path: 'profile', texts: Object.values(typed.profile) },
    { path: 'membership', texts: [fill(128, 0)] },
    { path: 'card', texts: [`${typed.profile.fname} ${typed.profile.lname}`] },
  ]
  const publicScreens: readonly Screen[] = [
    { path: '/portal', texts: [club.club.name] },
    {
      path: '/portal/join',
      texts: club.memberTypes.flatMap(({ label, description }) => [label, description]),
    },
    { path: '/portal/events', texts: [event?.name ?? ''] },
    {
      path: `/portal/event/${eventId}`,
      texts: [event?.name ?? '', event?.description ?? '', event?.place ?? ''],
    },
    { path: `/portal/card/${encodeURIComponent(fill(64, 1))}`, texts: ['No such card'] },
    { path: `/portal/link/${encodeURIComponent(fill(32, 1))}`, texts: ['Try again'] },
    { path: `/portal/card/${code}`, texts: [`${typed.profile.fname} ${typed.profile.lname}`] },
    { path: `/portal/viewer/${eventId}`, texts: [event?.name ?? ''] },
    { path: `/portal/viewer/${eventId}/maps`, texts: [event?.maps[0]?.label ?? ''] },
    {
      path: `/portal/viewer/${eventId}/schedule`,
      texts: (event?.schedule[0]?.entries ?? []).flatMap(({ label, place }) => [label, place]),
    },
    { path: `/portal/viewer/${eventId}/vendors`, texts: (event?.vendors ?? []).map(({ name }) => name) },
    { path: `/portal/viewer/${eventId}/more`, texts: [event?.viewerNotes ?? ''] },
  ]

  // on a window as high as no screen is, all of a long list is drawn
  const rounds = [
    { role: 'member', size: { width: 390, height: 844 }, own: ownScreens, open: publicScreens },
    {
      role: 'moderator',
      size: { width: 1280, height: 12_000 },
      own: [
        { path: 'social', texts: [...topics, ...ofPosts] },
        { path: 'rides', texts: rideTexts(found.rides.slice(0, drawnAtFirst)) },
        { path: 'social/reports', texts: typed.notes },
        { path: 'roster', texts: [...names, ...ofMembers] },
      ],
      open: [],
    },
  ] as const
  for (const { role, size, own, open } of rounds) {
    await test.step(`the ${role} opens every screen`, async () => {
      const context = await browser.newContext({ locale: 'en-US', viewport: size })
      const acts = await watch(context, place)
      const page = await context.newPage()
      // no card and no code are like these
      const faults = watchForFaults(page, [/status of 40\d/])
      const people = [{ role, ...signers[role] }]
      await signIn(page, product, { subdomain: hostileSlug, members: people }, role)
      for (const { path, ...screen } of [...inMemberArea, ...own]) {
        await visit(page, place, { path: `/portal/member/${path}`, ...screen })
      }
      for (const screen of open) await visit(page, place, screen)
      expect([...acts, ...faults]).toEqual([])
      await context.close()
    })
  }
  expect(listFieldsOf('shared').filter((field) => !place.sent.has(field))).toEqual([])
})

/** Each field by its own action, as the screens send it. */
async function typeAll({ call, request }: Caller) {
  const { member } = await call('member_authorize', {})
  const profile = Object.fromEntries(
    Object.entries(profileLengths).map(([field, most]) => [field, fill(most, 8)]),
  )
  const { address, city, state, country } = profile as Record<keyof typeof profileLengths, string>
  const { fname, lname, partner, zip, altMemberId } = profileLengths
  const changed = {
    ...{ address, city, state, country },
    ...{ fname: fillName(fname, 8), lname: fillName(lname, 8), partner: fillName(partner, 8) },
    ...{ zip: fillCode(zip, 8), altMemberId: fillCode(altMemberId, 8) },
  }
  await call('update_member', { id: member.id, ...changed })

  const topic = `${fill(64, 0)}.`
  const { id: topicId } = await call('create_post_topic', { topic })
  const messages = listFills(sharedLengths.post).toReversed()
  for (const message of messages.toReversed()) {
    const { id } = await call('create_post', { topicId, message })
    await call('update_post', { id, message })
  }
  const { posts } = await call('get_posts', { LIMIT: 100 })
  const notes = listFills(sharedLengths.reportNote)
  const foreign = posts.filter(({ post }) => post.memberId !== member.id)
  for (const [at, note] of notes.entries()) {
    await call('report_post', { postId: foreign[at]?.post.id ?? 0, reason: 'rude', note })
  }

  const ride = Object.fromEntries(
    Object.entries(rideLengths).map(([field, most]) => [field, fill(most, 1)]),
  ) as Record<keyof typeof rideLengths, string>
  const { id: rideId } = await call('create_member_ride', ride)
  await call('update_member_ride', { id: rideId, ...ride })
  const listing = { label: fill(labelLength, 5), description: fill(descriptionLength, 1) }
  const { id: listingId } = await call('create_classified', { ...listing, price: 1 })
  await call('update_classified', { id: listingId, ...listing, price: 1 })

  for (const text of turningTexts) {
    // what is pasted is cleaned, and what is typed in a form is refused
    const { id: parentId } = await call('create_post', { topicId, message: text })
    const { post } = await call('get_post', { postId: parentId })
    expect(post.message).toBe(toPlainText(text))
    expect(post.message).not.toBe(text)
    await call('delete_post', { postId: parentId })
    for (const answer of [
      await request('create_member_ride', { ...ride, make: text }),
      await request('create_classified', { ...listing, price: 1, label: text }),
    ]) {
      expect(answer).toMatchObject({ success: false, code: 'invalid-input' })
    }
    // of a name such signs are taken out where nobody needs them
    const renamed = await request('update_member', { id: member.id, fname: text })
    if (renamed.success !== true) expect(renamed).toMatchObject({ code: 'invalid-input' })
    expect((await call('member_authorize', {})).member.fname).not.toBe(text)
    await call('update_member', { id: member.id, fname: changed.fname })
  }
  return { profile: changed, topic, messages, notes, ride, listing }
}

async function readAll({ call }: Caller) {
  const { posts, topics } = await call('get_posts', { LIMIT: 100 })
  const commented = posts.find(({ post }) => post.commentCount > 0)?.post.id ?? 0
  const { posts: comments } = await call('get_post_comments', { parentId: commented })
  const rides = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await call('get_all_member_rides', {
      limit: 50,
      ...(cursor === undefined ? {} : { cursor }),
    })
    rides.push(...page.rides)
    cursor = page.nextCursor
  }
  const { rides: ownRides } = await call('get_member_rides', {})
  const { classifieds } = await call('get_classifieds', {})
  const { members } = await call('get_members_for_roster', {})
  return { posts, topics, comments, rides, ownRides, classifieds, members }
}

const newestFirst = <T extends { created: string }>(list: readonly T[]) =>
  list.toSorted((one, other) => other.created.localeCompare(one.created))

async function loadAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Load More' })
  await more.waitFor()
  while ((await more.count()) > 0) {
    const cards = await page.locator('main article').count()
    await more.click()
    await expect.poll(() => page.locator('main article').count()).toBeGreaterThan(cards)
  }
}
