// A voter's ballot from the link to "accepted": online, without a server, corrected, refused, and two on one
// phone.
import type { Locator, Page, Request } from '@playwright/test'
import type { Product } from '../support/browsers/product.ts'
import { asVisitor } from '../support/community/elsewhere.ts'
import {
  changeEvent,
  expect,
  expectAccessible,
  findPlaces,
  saveForTheShow,
  takeVoter,
  test,
  toUrl,
  untilControlled,
  untilNothingIsTried,
} from './fixtures.ts'

function toBallotUrl(product: Product, voter: string): string {
  const { club, event } = findPlaces(product.demo)
  return toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
}

/** The nth select of the ballot, and its class. */
async function findChoice(
  page: Page,
  at: number,
): Promise<{ select: Locator; carClass: string; car: string }> {
  const select = page.getByRole('combobox').nth(at)
  const label = await select.evaluate((element: HTMLSelectElement) => element.labels[0]?.textContent ?? '')
  const carClass = /^Class (\d+) - .+ - choice \d+$/.exec(label)?.[1]
  if (carClass === undefined) throw new Error(`a select is labelled "${label}"`)
  const car = (await select.locator('option').nth(1).getAttribute('value')) ?? ''
  return { select, carClass, car }
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Ballot' })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** What the page asks for from now on waits for the release. */
async function holdRequests(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { fetch } = window
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    window.fetch = (...request) => released.then(() => fetch(...request))
    return { release }
  })
  return () => held.evaluate(({ release }) => release())
}

async function expectForm(page: Page): Promise<void> {
  await expect(title(page, 'Voter Ballot')).toBeVisible()
  await expect(page.getByRole('combobox').first()).toBeVisible()
}

/** Fills in the first class, reviews the ballot and submits it. */
async function vote(page: Page): Promise<string> {
  await expectForm(page)
  const { select, car } = await findChoice(page, 0)
  await select.selectOption(car)
  await submit(page).click()
  await expect(title(page, 'Look over your ballot')).toBeVisible()
  await submit(page).click()
  return car
}

const atClub = (product: Product) => asVisitor(product, findPlaces(product.demo).club.subdomain)

async function readVoter(product: Product, voterId: string) {
  return (await atClub(product).call('get_voter', { voterId })).voter
}

/** rules/offline 2.3: a page polls for a newer version when it opens and every minute. */
const withinAPoll = { timeout: 90_000 }

/** The event's next version is saved only after its pictures have come. */
async function saveWhole(page: Page, product: Product): Promise<void> {
  const { club, event } = findPlaces(product.demo)
  await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(page)
}

test('a voter fills in a ballot, looks it over, and reads that it was accepted, with a receipt code', async ({
  journey,
  product,
  places: { club },
}) => {
  const voter = takeVoter(product)
  const page = await journey(club, 'visitor', { path: toBallotUrl(product, voter) })
  await expectForm(page)
  await expect(page.getByText(`Voter Id: ${voter}`)).toBeVisible()
  await expect(page.getByText(/^Choose 2 entry from each class\. You do not need/)).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('E-mail').fill('ada@example.org')
  const first = await findChoice(page, 0)
  const openPicker = (carClass: string) =>
    page.getByRole('button', { name: `see the cars of class ${carClass}, choice 1` }).click()
  // the car is tapped in the list
  await openPicker(first.carClass)
  const picker = page.getByRole('dialog')
  await picker.getByRole('button', { name: new RegExp(`^${first.car}, `) }).click()
  await expect(picker).toHaveCount(0)
  await expect(first.select).toHaveValue(first.car)
  // and a number that no car has is typed
  const third = await findChoice(page, 2)
  await openPicker(third.carClass)
  await picker.getByLabel('Car number').fill(first.car)
  await expect(picker.getByText(`Car ${first.car} is in class ${first.carClass}.`)).toBeVisible()
  await picker.getByLabel('Car number').fill(`${third.carClass}77`)
  await expect(picker.getByText('No car of this class has this number.')).toBeVisible()
  await picker.getByRole('button', { name: `Vote for ${third.carClass}77` }).click()
  await expect(page.getByLabel(`Enter car number for class ${third.carClass}`)).toHaveValue(
    `${third.carClass}77`,
  )
  await expect(page.getByText('2 of 12 classes chosen')).toBeVisible()
  await submit(page).click()

  await expect(title(page, 'Look over your ballot')).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: first.car })).toBeVisible()
  await expect(page.getByText(`Car ${third.carClass}77, not listed`)).toBeVisible()
  await page.goBack()
  await expectForm(page)
  await expect(first.select).toHaveValue(first.car)
  await submit(page).click()
  await submit(page).click()
  // a wrong digit would be a vote for nobody
  const question = page.getByRole('alertdialog', { name: `Vote for ${third.carClass}77?` })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(title(page, 'Look over your ballot')).toBeVisible()
  await submit(page).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Submit it as it is' }).click()

  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  await expect(page.getByText('Your ballot and your votes have been accpted and counted.')).toBeVisible()
  await expect(page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to club member portal' })).toHaveAttribute(
    'href',
    /^\/portal\?subdomain=/,
  )
  expect(await readVoter(product, voter)).toMatchObject({ voted: true })

  await page.reload()
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This ballot has been used' })).toBeVisible()
  await expect(page.getByText('Ballots can only be used one time.')).toBeVisible()
  // what they chose stays readable under this link, on this phone
  await expect(page.getByRole('list', { name: 'Your choices' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText(`Car ${third.carClass}77, not listed`)).toBeVisible()
})

test('on another phone the same link says that the ballot has been used', async ({ page, product }) => {
  const voter = takeVoter(product)
  await atClub(product).call('submit_ballot', {
    key: crypto.randomUUID(),
    voterId: voter,
    fname: '',
    lname: '',
    email: '',
    votes: [],
  })
  await page.goto(toBallotUrl(product, voter))
  await expect(title(page, 'This ballot has been used')).toBeVisible()
  await expect(page.getByText('Ballots can only be used one time.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to club member portal' })).toBeVisible()
})

test('a ballot handed in without a server outlives the browser, arrives once by itself, and only then is accepted', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const voter = takeVoter(product)
  const url = toBallotUrl(product, voter)
  await product.stop()

  // the link was never opened here: the viewer saved the event
  await phone.page.goto(url)
  await vote(phone.page)
  await expect(title(phone.page, 'Your ballot is on this phone')).toBeVisible()
  await expect(phone.page.getByText('Saved on this phone')).toBeVisible()
  await expect(phone.page.getByText('Your ballot has been accepted')).toHaveCount(0)

  await phone.killAndReopen()
  await phone.page.goto(url)
  await expect(phone.page.getByText('Saved on this phone')).toBeVisible()
  await product.start()
  await expect(title(phone.page, 'Your ballot has been accepted')).toBeVisible({ timeout: 30_000 })
  await expect(phone.page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/)).toBeVisible()
  expect(await readVoter(product, voter)).toMatchObject({ voted: true })
})

test('a ballot that has not left the phone shows its choices there, and can be taken back and changed @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const voter = takeVoter(product)
  const url = toBallotUrl(product, voter)
  const { page } = phone
  await product.stop()
  // a browser's own switch for no network does not reach the worker everywhere: only the page sends here
  await page.addInitScript(() => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    Object.defineProperty(Navigator.prototype, 'onLine', {
      get: () => sessionStorage.getItem('radio') === 'on',
    })
  })
  await page.goto(url)
  await page.getByLabel('First name').fill('Ada')
  const car = await vote(page)
  await expect(title(page, 'Your ballot is on this phone')).toBeVisible()
  const choices = page.getByRole('list', { name: 'Your choices' })
  await expect(choices.getByRole('listitem')).toHaveCount(1)
  await expect(choices).toContainText(car)
  await expectAccessible(page)

  // another voter's page on this phone shows nothing of it, and saves it in no file
  await untilNothingIsTried(page)
  await page.goto(toBallotUrl(product, takeVoter(product)))
  await expectForm(page)
  await expect(choices).toHaveCount(0)
  await page.getByRole('button', { name: /^1 waits on this phone|1 on this phone/ }).click()
  await expect(page.getByText('A ballot can be saved as a file only where its link is open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as file' })).toHaveCount(0)

  await untilNothingIsTried(page)
  await page.goto(url)
  const takeBack = page.getByRole('button', { name: 'Take it back and change it' })
  await expect(takeBack).toBeVisible()
  const release = await holdRequests(page)
  // by force: an attempt that began by itself is held as well as one that is asked for
  await page.getByRole('button', { name: /^(Send now|Sending…)$/ }).click({ force: true })
  await expect(page.getByRole('status').filter({ hasText: 'Sending' })).toBeVisible()
  await takeBack.click()
  await release()
  await expectForm(page)
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  const { select } = await findChoice(page, 0)
  await expect(select).toHaveValue(car)
  const other = (await select.locator('option').nth(2).getAttribute('value')) ?? ''
  await select.selectOption(other)
  await page.evaluate(() => sessionStorage.setItem('radio', 'on'))
  await submit(page).click()
  await submit(page).click()
  await expect(title(page, 'Your ballot is on this phone')).toBeVisible()
  await expect(choices).toContainText(other)
  await expect(
    page.getByText('It may be at the club already, so it cannot be changed any more.'),
  ).toBeVisible()
  await expect(takeBack).toHaveCount(0)

  await product.start()
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible({ timeout: 30_000 })
  await expect(choices).toContainText(other)
  await expect(choices).not.toContainText(car)
})

test('a ballot that cannot be taken back stays on its way, and the voter is told @proof', async ({
  browser,
  product,
}) => {
  // without a worker the page alone sends, and it knows that there is no network
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(toBallotUrl(product, takeVoter(product)))
  await expectForm(page)
  const { select, car } = await findChoice(page, 0)
  await select.selectOption(car)
  await submit(page).click()
  await expect(title(page, 'Look over your ballot')).toBeVisible()
  await context.setOffline(true)
  await submit(page).click()
  const takeBack = page.getByRole('button', { name: 'Take it back and change it' })
  await expect(takeBack).toBeVisible()
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite' && [...stores].includes('drafts')) {
        throw new DOMException('', 'QuotaExceededError')
      }
      return transaction.call(this, stores, mode, options)
    }
  })
  await takeBack.click()
  await expect(page.getByText('This phone could not keep that. Try again.')).toBeVisible()
  await expect(title(page, 'Your ballot is on this phone')).toBeVisible()
  await expect(takeBack).toBeVisible()
  await context.close()
})

test('a ballot that came second says so on its phone, with the time of the one that counts, and can be put away @proof', async ({
  savedPhone: phone,
  doorProduct: product,
  product: club,
  page: otherPhone,
}) => {
  const second = takeVoter(product)
  const onPaper = takeVoter(product)
  const withdrawn = takeVoter(product)
  const { page } = phone
  await product.stop()
  for (const voter of [second, onPaper, withdrawn]) {
    await page.goto(toBallotUrl(product, voter))
    await vote(page)
    await expect(title(page, 'Your ballot is on this phone')).toBeVisible()
  }
  await page.goto('about:blank')

  await otherPhone.goto(toBallotUrl(club, second))
  await expectForm(otherPhone)
  await (await findChoice(otherPhone, 0)).select.selectOption({ index: 2 })
  await submit(otherPhone).click()
  await submit(otherPhone).click()
  await expect(title(otherPhone, 'Your ballot has been accepted')).toBeVisible()
  const { club: place, event } = findPlaces(club.demo)
  const asOfficer = async (...args: string[]) => {
    const { code, output } = await club.club(...args, '--tenant', place.subdomain)
    expect(code, output).toBe(0)
  }
  const paper = ['ballots', String(event.id), '--paper', '--number', 'P-27', '--empty']
  await asOfficer(...paper, '--voter', onPaper)
  await asOfficer('voters', String(event.id), '--void', withdrawn)

  await page.goto(toBallotUrl(product, second))
  await product.start()
  const lost = title(page, 'The votes from this phone were not counted')
  await expect(lost).toBeVisible({ timeout: 30_000 })
  const received = /^The ballot that counts was received (at|on) .*\d+:\d\d\s[AP]M/
  await expect(page.getByText(received)).toBeVisible()
  await expect(page.getByText('This ballot had been used with another phone before.')).toBeVisible()
  await expectAccessible(page)

  // the badge says the same of all three, and offers no correction
  await page.getByRole('button', { name: '3 on this phone' }).click()
  const sheet = page.getByRole('dialog', { name: '3 were not accepted' })
  await expect(sheet.getByText('These votes do not count.')).toHaveCount(3)
  await expect(sheet.getByText(received)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await expectAccessible(page)
  await sheet.getByRole('listitem').filter({ hasText: 'was received' }).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Understood' })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(title(page, 'This ballot has been used')).toBeVisible()

  await page.goto(toBallotUrl(product, onPaper))
  await expect(lost).toBeVisible()
  await expect(page.getByText('This ballot had been handed in on paper before.')).toBeVisible()
  await expect(
    page.getByText(/^The ballot that counts is on paper\. The club entered it (at|on) /),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect(title(page, 'This ballot has been used')).toBeVisible()

  await page.goto(toBallotUrl(product, withdrawn))
  await expect(title(page, 'This ballot is not valid any more')).toBeVisible()
  await expect(page.getByText('The votes from this phone do not count.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect(page.getByText('The votes from this phone do not count.')).toHaveCount(0)
  await expect(title(page, 'This ballot is not valid any more')).toBeVisible()
  await expect(page.getByRole('button', { name: /on this phone$/ })).toHaveCount(0)
  // the club's answer alone says no more than "used"
  await page.reload()
  await expect(title(page, 'This ballot is not valid any more')).toBeVisible()
  await expect(page.getByText('The votes from this phone do not count.')).toHaveCount(0)
})

test('a phone that never saw the event says without a network what it needs, and goes on with one @proof', async ({
  phone,
  doorProduct: product,
}) => {
  const { club } = findPlaces(product.demo)
  await phone.page.goto(toUrl(product, '/portal', club.subdomain))
  await untilControlled(phone.page)
  await product.stop()
  await phone.page.goto(toBallotUrl(product, takeVoter(product)))
  await expect(title(phone.page, 'This ballot is not on this phone yet')).toBeVisible()
  await product.start()
  await phone.page.getByRole('button', { name: 'Try again' }).click()
  await expectForm(phone.page)
})

test('a car that is not listed needs a number of its class, told beside the field that has the focus @proof', async ({
  page,
  product,
}) => {
  await page.goto(toBallotUrl(product, takeVoter(product)))
  await expectForm(page)
  const { select, carClass, car } = await findChoice(page, 2)
  await select.selectOption({ label: '- other, not listed -' })
  const typed = page.getByLabel(`Enter car number for class ${carClass}`)
  const alert = 'Manual entries must start with the class number and contain only digits.'
  for (const wrong of ['', '99', `${carClass}a`]) {
    await typed.fill(wrong)
    await submit(page).click()
    await expect(typed).toBeFocused()
    await expect(typed).toHaveAccessibleDescription(alert)
    await expect(page.getByText(alert)).toBeVisible()
  }
  await typed.fill(`${carClass}123456789`)
  await expect(typed).toHaveValue(/^\d{8}$/)
  await expect(page.getByText(alert)).toHaveCount(0)

  const second = await findChoice(page, 3)
  expect(second.carClass).toBe(carClass)
  await typed.fill(car)
  await second.select.selectOption(car)
  await expect(page.getByText(`Car ${car} is chosen twice. It counts once.`)).toBeVisible()
})

test('a rejected ballot says why, keeps what was filled in, and counts once it is corrected @proof', async ({
  phone,
  ownClubs,
}) => {
  const voter = takeVoter(ownClubs)
  const { page } = phone
  await saveWhole(page, ownClubs)
  await page.goto(toBallotUrl(ownClubs, voter))
  await expectForm(page)
  await page.getByLabel('First name').fill('Ada')
  const first = await findChoice(page, 0)
  const second = await findChoice(page, 1)
  await first.select.selectOption(first.car)
  await second.select.selectOption({ index: 2 })
  // the phone does not know yet that the club takes only one vote
  await phone.context.setOffline(true)
  await changeEvent(ownClubs, { votesPerClass: 1 })
  await submit(page).click()
  await submit(page).click()
  await expect(page.getByText('Saved on this phone')).toBeVisible()
  await expectAccessible(page)
  await phone.context.setOffline(false)
  await expect(page.getByText(/^Your ballot was rejected for the following reason: /)).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(first.select).toHaveValue(first.car)
  await expect(page.getByText(/^Choose 1 entry from each class/)).toBeVisible(withinAPoll)

  await page.getByLabel('Last name').fill('Okafor')
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Okafor')
  await submit(page).click()
  await submit(page).click()
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  await expect(page.getByText(/was rejected/)).toHaveCount(0)
})

test('before the window the ballot says when voting starts, afterwards when it ended @proof', async ({
  page,
  ownClubs,
}) => {
  const voter = takeVoter(ownClubs)
  const day = 24 * 60 * 60 * 1000
  const toIso = (inMs: number) => new Date(Date.now() + inMs).toISOString()
  await saveWhole(page, ownClubs)
  await changeEvent(ownClubs, { votingStart: toIso(day), votingEnd: toIso(2 * day) })
  await page.goto(toBallotUrl(ownClubs, voter))
  await expect(title(page, 'Voting has not begun')).toBeVisible(withinAPoll)
  await expect(page.getByText(/^Voting starts at \w+day, \w+ \d+, \d{4}, \d+:\d\d/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to club member portal' })).toBeVisible()

  await changeEvent(ownClubs, { votingStart: toIso(-2 * day), votingEnd: toIso(-day) })
  await page.reload()
  await expect(title(page, 'Voting has ended')).toBeVisible(withinAPoll)
  await expect(page.getByText(/^Voting ended at \w+day, \w+ \d+, \d{4}, \d+:\d\d/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to club member portal' })).toBeVisible()

  await changeEvent(ownClubs, { votingEnd: toIso(day) })
  await page.reload()
  await expect(title(page, 'Voter Ballot')).toBeVisible(withinAPoll)
})

test('a ballot without a choice is looked over with a warning before it is used up @proof', async ({
  page,
  product,
}) => {
  await page.goto(toBallotUrl(product, takeVoter(product)))
  await expectForm(page)
  await submit(page).click()
  await expect(page.getByText('This ballot would be used up without a vote.')).toBeVisible()
  await submit(page).click()
  const question = page.getByRole('alertdialog', { name: 'Submit a ballot without a vote?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expectForm(page)
})

test('a link that the club does not know says so and shows no form @proof', async ({ page, product }) => {
  for (const voter of [crypto.randomUUID(), 'no-uuid']) {
    await page.goto(toBallotUrl(product, voter))
    await expect(title(page, 'This ballot link does not work')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to club member portal' })).toBeVisible()
  }
})

test('two links on one phone keep a ballot each @proof', async ({ phone, product }) => {
  const ada = toBallotUrl(product, takeVoter(product))
  const ben = toBallotUrl(product, takeVoter(product))
  const { page } = phone
  await page.goto(ada)
  await expectForm(page)
  await page.getByLabel('First name').fill('Ada')
  const choice = await findChoice(page, 0)
  await choice.select.selectOption(choice.car)
  await page.goto(ben)
  await expectForm(page)
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.getByLabel('First name').fill('Ben')
  await vote(page)
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  const code = await page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/).textContent()

  await page.goto(ada)
  await expectForm(page)
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(choice.select).toHaveValue(choice.car)
  await submit(page).click()
  await submit(page).click()
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  await expect(page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/)).not.toHaveText(code ?? '')
})

test('a draft outlives a reload and a killed browser, and is cleared only when somebody says so @proof', async ({
  phone,
  product,
}) => {
  const url = toBallotUrl(product, takeVoter(product))
  await phone.page.goto(url)
  await expectForm(phone.page)
  await phone.page.getByLabel('E-mail').fill('ada@example.org')
  const { select, carClass } = await findChoice(phone.page, 4)
  await select.selectOption({ label: '- other, not listed -' })
  await phone.page.getByLabel(`Enter car number for class ${carClass}`).fill(`${carClass}9`)
  await phone.page.reload()
  await expectForm(phone.page)
  await expect(phone.page.getByLabel(`Enter car number for class ${carClass}`)).toHaveValue(`${carClass}9`)

  await phone.killAndReopen()
  const { page } = phone
  await page.goto(url)
  await expectForm(page)
  await expect(page.getByLabel(`Enter car number for class ${carClass}`)).toHaveValue(`${carClass}9`)
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@example.org')

  await page.getByRole('button', { name: 'Reset Ballot' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@example.org')
  await page.getByRole('button', { name: 'Reset Ballot' }).click()
  await page.getByRole('button', { name: 'Clear everything' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('')
  await expect(page.getByText('0 of 12 classes chosen')).toBeVisible()
  await page.reload()
  await expectForm(page)
  await expect(page.getByText('0 of 12 classes chosen')).toBeVisible()
})

test('a ballot goes nowhere but to the club: no other host, no title, no Referer names the voter (T2.19)', async ({
  page,
  product,
}) => {
  const voter = takeVoter(product)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(toBallotUrl(product, voter))
  await vote(page)
  await expect(title(page, 'Your ballot has been accepted')).toBeVisible()
  expect(await page.title()).not.toContain(voter)
  expect(requests.map((request) => new URL(request.url()).origin)).toEqual(requests.map(() => product.origin))
  const naming = requests.filter((request) => request.url().includes(voter))
  expect(naming.every((request) => request.isNavigationRequest())).toBe(true)
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  expect(headers.filter(({ referer = '' }) => referer.includes(voter))).toEqual([])
  // its log; the words of its start may name the demo's first voter
  const logged = product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.filter((line) => line.includes(voter))).toEqual([])

  await page.getByRole('link', { name: 'Go to club member portal' }).click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const later = await Promise.all(requests.map((request) => request.allHeaders()))
  expect(later.filter(({ referer = '' }) => referer.includes(voter))).toEqual([])
})

test('a ballot can be filled in and handed in with the keyboard alone', async ({ page, product }) => {
  await page.goto(toBallotUrl(product, takeVoter(product)))
  await expectForm(page)
  await page.getByLabel('First name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('1 of 12 classes chosen')).toBeVisible()
  await page.getByLabel('E-mail').focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Look over your ballot')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Voter Ballot')).toBeFocused()
  await page.getByLabel('E-mail').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Your ballot has been accepted')).toBeFocused()
  await expectAccessible(page)
})
