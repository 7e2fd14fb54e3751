// From the viewer to one's own work at the show, and a judge's own link that is opened again.
import {
  addJudge,
  expect,
  expectAccessible,
  findPlaces,
  listDrafts,
  takeVoter,
  test,
  toUrl,
} from './fixtures.ts'

test('the viewer leads to judging and to the ballot on this phone, and a judge who opens their own link again without a server goes on @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { page } = phone
  const { club, event } = findPlaces(product.demo)
  const more = toUrl(product, `/portal/viewer/${event.id}/more`, club.subdomain)
  const voter = takeVoter(product)
  await page.goto(more)
  await expect(page.getByRole('link', { name: /ballot/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'I am a judge' }).click()
  await expect(page.getByText('Provide your judging id to begin the verification process')).toBeVisible()
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).toContain(
    `event=${event.id}&start=judging`,
  )

  const { link, judgeId } = await addJudge(product)
  await page.goto('about:blank') // the link differs from the page's address by its fragment alone
  await page.goto(link)
  await expect(page.getByText('Your have been verified.')).toBeVisible()
  await page.goto(toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain))
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).not.toContain(voter)
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada')
  // on the disk, before the page is left
  await expect
    .poll(() => listDrafts(page))
    .toContainEqual(
      expect.objectContaining({
        value: expect.objectContaining({ values: expect.objectContaining({ fname: 'Ada' }) }),
      }),
    )
  await page.goto(more)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your ballot' }).click()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada')

  await product.stop()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText(`Judge ${judgeId}, N. Novak`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Concours', exact: true })).toBeVisible()
  await page.goto(more)
  await page.getByRole('link', { name: 'Go to judging' }).click()
  await expect(page.getByText('Your have been verified.')).toBeVisible()
})
