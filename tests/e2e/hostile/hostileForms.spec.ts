// T2.34: what is typed into the forms of orders, and what officers wrote around it: at each step, from the draft on
// the device after a reload, and in the thanks. All of it is shown as it is, and nothing of it runs.
import type { Page } from '@playwright/test'
import { childLengths, workerLengths } from '../../../src/domain/shapes/personLengths.ts'
import { acceptTerms, button, expectThanks, payByCard, pressNext } from '../../support/buying/buyers.ts'
import { gifts, ofLabel, renewer, showMember, showSlug } from '../../support/corpora/hostileShow.ts'
import { fill, fillName } from '../../support/corpora/hostileTexts.ts'
import { expect, signIn, toUrl, watchForFaults } from '../fixtures.ts'
import { look, lookTwice, watch } from './hostileScreens.ts'
import {
  fillFields,
  type HostileEvent,
  nameCar,
  type Person,
  test as shopTest,
  show,
  toOwner,
  toTickets,
  toVehicle,
  toVendor,
} from './hostileShop.ts'

const clubName = show.club.name
const agreement = show.events[0]?.agreement ?? ''
const answer = fill(64, 2)

/** Opens an address of the club. At the end of the test nothing has run. */
const test = shopTest.extend<{ open(path: string): Promise<unknown> }>({
  open: async ({ page, product, shop }, use) => {
    const acts = await watch(page.context(), shop)
    const faults = watchForFaults(page)
    await use((path) => page.goto(toUrl(product, path, showSlug)))
    expect([...acts, ...faults]).toEqual([])
  },
})

test('the form of a registration shows each text as it is, in its draft too, and runs none @proof', async ({
  page,
  shop: { fair },
  open,
}) => {
  const person = { email: 'rosa@hostile.example', at: 1 }
  const vehicle = toVehicle(person)
  await open(`/portal/events/${fair.id}/register`)
  await lookTwice(page, await fillPerson(page, person), 'the owner')
  await pressNext(page)
  const { make: _, model: __, ...typed } = vehicle
  const make = show.makes[0]?.label ?? ''
  await page.locator('#field-vehicle-make').selectOption(make)
  const model = show.makes[0]?.models[1]?.label ?? ''
  await page.locator('#field-vehicle-model').selectOption(model)
  await fillFields(page, 'vehicle', { ...typed, 'answers-o1': answer })
  await page.locator('#field-vehicle-carClass').selectOption('9')
  await page.locator('#field-vehicle-answers-o9').selectOption('3')
  const options = fair.file.registrationOptions.flatMap((option) => [
    'subLabel' in option ? option.subLabel : '',
    option.label,
  ])
  const classes = fair.file.classes.map(({ description }) => description)
  await lookTwice(
    page,
    [...Object.values(typed), answer, ...options, ...classes, ...listMakes()],
    'the vehicle',
  )
  await pressNext(page)
  const car = nameCar({ ...vehicle, make, model })
  const about = [typed.trim, typed.color, typed.engine, answer, ofLabel[2] ?? '']
  await addTicket(page, fair)
  await lookTwice(page, [car, ...about, ...listKinds(fair)], 'the confirmation')
  await button(page, `Remove ${car}`).click()
  await look(page, [`${car} is taken out`], 'the question')
  await button(page, 'Leave it in').click()
  await agree(page, agreement)
  await expectThanks(page)
  await look(page, [car, fair.file.name, fair.file.ticketLabel], 'the thanks of a registration')
})

test('so does the form of a vendor @proof', async ({ page, shop: { fair }, open }) => {
  const values = toVendor({ email: 'vic@hostile.example', at: 2 })
  await open(`/portal/events/${fair.id}/vendor`)
  await page.locator('#field-vendor-vendorType').selectOption('1')
  await lookTwice(page, await fillFields(page, 'vendor', values), 'the vendor')
  await pressNext(page)
  const [map] = fair.file.maps
  const rows = (map?.elements ?? []).flatMap(({ row, notes }) => [row, notes])
  await button(page, 'Show all spaces as a list').click()
  await look(page, rows, 'the spaces')
  // the list draws only what is in sight: the space is looked for
  await page.getByRole('searchbox', { name: 'Find a space' }).fill('020')
  await page.getByRole('button', { name: /020/ }).click()
  await lookTwice(
    page,
    fair.file.maps.map(({ label }) => label),
    'the chosen space',
  )
  await pressNext(page)
  await addTicket(page, fair)
  await agree(page, agreement)
  await expectThanks(page)
  await look(page, [map?.label ?? '', fair.file.name], 'the thanks of a vendor')
})

test('so does the form for tickets, which are paid by card @proof', async ({
  page,
  shop: { judged },
  open,
}) => {
  const {
    tickets: _,
    name: fname,
    address: address1,
    ...rest
  } = toTickets({ email: 'tom@hostile.example', at: 3 }, 0, 0)
  const buyer = { fname, lname: fillName(32, 4), address1, ...rest }
  await open(`/portal/events/${judged.id}/tickets`)
  await lookTwice(page, await fillFields(page, 'personal', buyer), 'the buyer')
  await pressNext(page)
  await addTicket(page, judged)
  await lookTwice(page, listKinds(judged), 'the tickets')
  await agree(page, agreement)
  await payByCard(page)
  await look(page, [judged.file.name, judged.file.ticketLabel, ofLabel[0] ?? ''], 'the thanks of a buyer')
})

test('so does the form of a volunteer @proof', async ({ page, shop: { fair }, open }) => {
  const worker = {
    fname: fillName(workerLengths.fname, 3),
    lname: fillName(workerLengths.lname, 4),
    phone: '6145550177',
    email: 'wim@hostile.example',
  }
  await open(`/portal/events/${fair.id}/volunteer`)
  const typed = await fillFields(page, 'personal', worker)
  await page.locator('#field-swag').selectOption(gifts[2] ?? '')
  await lookTwice(page, [...typed, ...gifts], 'the volunteer')
  await pressNext(page)
  const [schedule] = fair.file.shiftSchedules
  await page.getByRole('radio').first().check()
  await page.getByRole('checkbox').first().check()
  const names = fair.file.shiftSchedules.map(({ name }) => name)
  await lookTwice(page, [...names, schedule?.instructions ?? ''], 'the shifts')
  await pressNext(page)
  await expectThanks(page)
  await look(page, [fair.file.name, schedule?.instructions ?? ''], 'the thanks of a volunteer')
})

test('so do the forms of who donates, joins and renews @proof', async ({ page, shop: { types }, open }) => {
  await open('/portal/donate')
  await page.locator('#field-amount').fill('25')
  await pressNext(page)
  await lookTwice(page, await fillPerson(page, { email: 'don@hostile.example', at: 5 }), 'the donor')
  await pressNext(page)
  await look(page, [clubName], 'the terms of a donation')

  await open(`/portal/join/${types[1]}`)
  await lookTwice(page, await fillPerson(page, { email: 'jan@hostile.example', at: 6 }), 'who joins')
  await agree(page)
  await expectThanks(page)
  await look(page, [clubName], 'the thanks of who joins')

  await open('/portal/renew')
  await page.locator('#field-lookupEmail').fill(renewer)
  await button(page, 'Lookup').click()
  const found = show.members.find(({ email_address }) => email_address === renewer)
  const [type] = show.memberTypes
  const label = type?.label ?? ''
  await lookTwice(page, [found?.fname ?? '', found?.lname ?? '', found?.city ?? '', label], 'who renews')
  await pressNext(page)
  await look(page, [label], 'the membership')
})

test('a member finds their own texts filled in, and adds a login with others @proof', async ({
  page,
  product,
  shop: { judged },
  open,
}) => {
  await signIn(page, product, { subdomain: showSlug, members: [{ role: 'member', ...showMember }] }, 'member')
  const self = show.members[0]
  const { fname = '', lname = '', partner = '', address = '', city = '', state = '', zip = '' } = self ?? {}
  const place = [city, state, zip]
  const filled = {
    // a long street goes on in the second line
    register: [fname, lname, partner, ...place],
    tickets: [fname, lname, address, ...place],
    vendor: [`${fname} ${lname}`, address, ...place],
  }
  for (const [action, texts] of Object.entries(filled)) {
    await open(`/portal/member/events/${judged.id}/${action}`)
    await look(page, texts, action)
  }
  await open('/portal/member/children')
  await button(page, 'Add login').click()
  const login = {
    fname: fillName(childLengths.fname, 3),
    lname: fillName(childLengths.lname, 4),
    email: 'kid@hostile.example',
  }
  for (const [field, text] of Object.entries(login)) await page.locator(`[name="${field}"]`).fill(text)
  await look(page, Object.values(login), 'a login')
  await button(page, 'Save').click()
  const removal = page.getByRole('button', { name: `Remove the login of ${login.fname}` })
  await removal.click()
  await look(page, [`${login.fname} ${login.lname} is signed out`], 'the removal of a login')
})

/** Types into the form of most flows. Returns what must be in it. */
async function fillPerson(page: Page, person: Person): Promise<string[]> {
  const { country, ...rest } = toOwner(person)
  // elsewhere the state is no list
  return fillFields(page, 'personal', { country, ...rest })
}

function listMakes(): string[] {
  return show.makes.flatMap(({ label, models }) => [label, ...models.map((model) => model.label)])
}

/** The kinds of tickets, and what is asked for the first. */
function listKinds({ file }: HostileEvent): string[] {
  const [first] = file.tickets
  const questions = (first?.options ?? []).flatMap((option) => [
    option.label,
    ...('choices' in option ? option.choices.map(({ label }) => label) : []),
  ])
  return [...file.tickets.map(({ description }) => description), ...questions, answer]
}

/** The first kind, with an answer; and what the club says about it. */
async function addTicket(page: Page, { file }: HostileEvent): Promise<void> {
  await page
    .getByRole('button', { name: /^Details: / })
    .first()
    .click()
  await look(page, [file.tickets[0]?.info ?? ''], 'the details of a ticket')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^One more: / })
    .first()
    .click()
  await page.locator('#field-tickets-0-values-0-o1').fill(answer)
}

/** To the club's own terms, if it has any. */
async function agree(page: Page, text = ''): Promise<void> {
  await pressNext(page)
  await look(page, [text, clubName], 'the agreement')
  await acceptTerms(page)
}
