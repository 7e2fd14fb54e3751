// Who has the preview link of an event sees it before it is published, with what will be offered, and buys nothing.
import { actions } from '../support/clubs/actionClubs.ts'
import { test } from './actionEvents.ts'
import { expect, expectAccessible, toUrl } from './fixtures.ts'

test('a preview says that it is one, and shows what will be offered of the event @proof', async ({
  journey,
  product,
  ids,
}) => {
  const run = async (...args: string[]) => {
    const { code, output } = await product.club('event', ...args, '--tenant', actions.subdomain)
    expect(code, output).toBe(0)
    return output
  }
  const made = await run(String(ids['Later Meet']), '--copy', '--name', 'Next Meet', '--yes')
  const [, id = ''] = /It is event (\d+),/.exec(made) ?? []
  const [link = ''] = (await run(id, '--preview')).split('\n')

  const page = await journey(actions, 'visitor')
  await page.goto(link)
  const note = page.getByText('Not published: only who has this link sees it.')
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(
    page.getByText('Nothing can be bought or taken yet. This is what will be offered.'),
  ).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Price' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await expectAccessible(page)
  for (const action of ['tickets', 'register', 'vendor', 'volunteer']) {
    await page.goto(toUrl(product, `/portal/events/${id}/${action}`, actions.subdomain))
    await expect(note).toBeVisible()
    await expect(page.getByText(/^from .+ to .+/).first()).toBeVisible()
    // the club's own sentences are filled in
    await expect(page.getByText(/\{\w+\}/)).toHaveCount(0)
  }
  await page.goto(toUrl(product, `/portal/viewer/${id}/more`, actions.subdomain))
  await expect(page.getByText('There are no messages about this event.')).toBeVisible()
})
