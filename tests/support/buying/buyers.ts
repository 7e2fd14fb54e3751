// A club that sells memberships with and without a price, and one to renew; and a buyer who walks through its
// flows.
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import type { BookedMember } from '../../../src/server/member/db/memberBook.ts'
import { ownDomain } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { inBoth } from '../browsers/words.ts'
import { type Club, defineClub, membership } from '../clubs/world.ts'
import { getSigner } from '../community/elsewhere.ts'

/** One member for each language of a renewal. */
export const renewable = { en: `renewable@${ownDomain}`, es: `renovable@${ownDomain}` } as const
export const early = `early@${ownDomain}`
export const child = `child@${ownDomain}`
export const suspended = `suspended@${ownDomain}`
export const late = `late@${ownDomain}`
export const limited = `limited@${ownDomain}`

const renata = {
  name: 'Renata Quill',
  address: '9 Mill Lane',
  city: 'Dublin',
  state: 'OH',
  paidFor: 30,
  isSilent: true,
}

export function makeBuyersClub(slug = 'buyers', settings: ClubFile['club']['settings'] = {}): Club {
  return defineClub(slug, {
    name: 'Buyers Motor Club',
    settings: { serviceFee: 1.5, maxRenewYears: 3, maxRenewDays: 60, ...settings },
    portal: { joinLink: true, donateTab: true },
    memberTypes: [
      { ...membership, description: 'One person.' },
      { ref: 'free', label: 'Guest', price: 0, renewPrice: 0 },
      {
        ref: 'yearly',
        label: 'Season',
        price: 30,
        renewPrice: 30,
        anniversaryRenewal: true,
        anniversaryDate: '2026-03-01',
      },
    ],
    people: {
      english: { ...renata, email_address: renewable.en, zip: '43016-1234' },
      spanish: { ...renata, email_address: renewable.es, zip: '43016-1234' },
      early: { ...renata, email_address: early, paidFor: 200 },
      suspended: { ...renata, email_address: suspended, suspendedAt: '2026-01-01T00:00:00Z' },
      late: { ...renata, email_address: late, paidFor: -326 },
      child: { ...renata, email_address: child, parent: 'english' },
      member: { ...renata, isSilent: false, zip: '43016', phoneNumbers: [{ longCode: '6145550177' }] },
      limited: { ...renata, email_address: limited },
    },
  })
}

export const buyers = makeBuyersClub()
/** The same again, for a test that counts its look-ups: a club answers ten in ten minutes to one address. */
export const counted = makeBuyersClub('counted')
/** The one who has a password, in each of these clubs. */
export const signing = getSigner(buyers, 'member')

/** The words that a buyer presses and reads in the flows, in both languages. */
export const flowWords = inBoth(
  {
    next: 'Next',
    back: 'Back',
    payNow: /^Pay Now \$/,
    finished: 'Finished',
    thanks: 'Thank You',
    succeeded: 'Payment Succeeded',
    processing: 'Processing...',
    saves: 'What you type is kept on this device.',
    noBack: 'DO NOT USE THE BROWSER BACK BUTTON',
    membership: 'Membership (x{n} Years)',
    renewal: 'Renew Membership (x{n})',
    donation: 'Donation',
    sums: ['Sub-total', 'Service fee', 'Taxes', 'Total'],
    orderSummary: 'Order Summary',
    donationSummary: 'Donation Summary',
    memberUntil: 'Member until',
    joinYears: 'How many years would you like to join for?',
    renewYears: 'How many years would you like to add to your membership?',
    phoneHint: 'phone numbers only',
    lookupHint: 'Enter in your email address to lookup your current membership.',
    foundType: 'Membership type: {type}',
    foundDay: 'Membership expiration date: {day}',
    membershipType: 'Membership Type',
    currentDay: 'Current Expiration Date',
    newDay: 'New Expiration Date',
    terms: [
      'A credit card will be used to complete this purchase.',
      'The charge will appear on your statement with the description "{description}" from Showfield.',
      'You agree not to dispute this charge with your bank, and to help get a disputed charge dropped.',
      'You agree to the Terms of use of Showfield.',
    ],
    agreed: 'By checking this box you are agreeing to the terms above.',
    testMode: 'TEST MODE: no card is charged',
    joined: 'Thank you for joining {club}. Your membership has been created.',
    renewed: 'Thank you for renewing your membership of {club}.',
    donated: 'Thank you for your donation to {club}.',
    receipt: 'receipt for order',
    joinNow: 'Join Now $45.00',
    joinFree: 'Join Now $0.00',
    cardFrame: 'Card details (test)',
    number: 'Card number',
    expiry: /^Expiry date/,
    cvc: /^Security code/,
    lookup: 'Lookup',
    addCard: 'Add Payment Method',
    saveCard: 'Save Credit Card',
    cardSaved: 'Credit Card Saved',
    unknown: "We can't tell yet whether your card was charged. Trying again charges it once at most.",
    uncharged: 'Nothing was charged. Try again, or use another card.',
    declined: 'Payment Failed: Your card was declined.',
    insufficient: 'Payment Failed: Your card has insufficient funds.',
    noTestCard: 'This is not a test card. Use one of the test cards below.',
    bankFrame: 'Confirmation by your bank (test)',
    complete: 'Complete',
    fail: 'Fail',
    unproven: /^Payment Failed: Your bank could not confirm/,
    savesCard: 'This card is kept to renew the membership automatically. Each time the membership expires,',
    renewsItself: 'The membership renews automatically each time it expires',
    keepsNoCard: 'This renewal keeps no card and changes nothing of it.',
  },
  {
    payNow: /^Pagar ahora \$/,
    membership: 'Membresía ({n} años)',
    renewal: 'Renovar membresía (x{n})',
    foundType: 'Tipo de membresía: {type}',
    terms: [
      'Para completar esta compra se usará una tarjeta de crédito.',
      'El cargo aparecerá en su estado de cuenta con la descripción «{description}» de Showfield.',
      'Usted se compromete a no disputar este cargo con su banco y a ayudar a que se retire un cargo disputado.',
      'Usted acepta las Condiciones de uso de Showfield.',
    ],
    receipt: 'recibo del pedido',
    joinNow: 'Hacerse socio ahora $45.00',
    joinFree: 'Hacerse socio ahora $0.00',
    cardFrame: 'Datos de la tarjeta (prueba)',
    number: 'Número de tarjeta',
    expiry: /^Fecha de vencimiento/,
    cvc: /^Código de seguridad/,
    declined: 'El pago falló: Su tarjeta fue rechazada.',
    insufficient: 'El pago falló: Su tarjeta no tiene fondos suficientes.',
    noTestCard: 'No es una tarjeta de prueba. Use una de las tarjetas de prueba de abajo.',
    bankFrame: 'Confirmación de su banco (prueba)',
    complete: 'Confirmar',
    fail: 'Rechazar',
    unproven: /^El pago falló: Su banco no pudo confirmar/,
    savesCard:
      'Esta tarjeta se guarda para renovar la membresía automáticamente. Cada vez que la membresía venza,',
    renewsItself: 'La membresía se renueva automáticamente cada vez que vence',
    keepsNoCard: 'Esta renovación no guarda ninguna tarjeta y no cambia nada de eso.',
  },
)
export type FlowLanguage = keyof typeof flowWords

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  needsAuthentication: { en: '4000002760003184', es: '4000002500003155' },
  failsLater: '4000000000000341',
  noTestCard: '5555555555554444',
} as const
/** All numbers that the tests type into a card form. */
export const cardNumbers: readonly string[] = Object.values(cards).flatMap((card) =>
  typeof card === 'string' ? [card] : Object.values(card),
)

export async function setLanguage(page: Page, language: FlowLanguage): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('rcml-lang', chosen), language)
}

export const person = {
  fname: 'Ada',
  lname: 'Okafor',
  address1: '12 Harrow Creek Road',
  city: 'Millbrook',
  zip: '43016',
  country: 'US',
} as const

/** The fields of a part of a form, by name. */
export async function fill(
  page: Page,
  part: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const control = page.locator(`#field-${part}-${field}`)
    if (field === 'state' && (await chooseState(control, value))) continue
    await control.fill(value)
  }
}

/** Where states are chosen from a list. One that is not in it is typed then. */
async function chooseState(control: Locator, value: string): Promise<boolean> {
  const listed = await control
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  if (listed.length === 0) return false
  const isListed = listed.includes(value)
  await control.selectOption(isListed ? value : '-')
  return isListed
}

export async function fillPersonal(page: Page, email: string): Promise<void> {
  await fill(page, 'personal', person)
  await page.locator('#field-personal-state').selectOption('OH')
  await fill(page, 'personal', { phone: '6145550123', email })
}

export function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true })
}

export async function pressNext(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await button(page, flowWords[language].next).click()
}

export async function acceptTerms(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await page.locator('#field-agreed').check()
  await pressNext(page, language)
}

/** Checks that all terms are above the box, and that the box is not checked. */
export async function expectTerms(page: Page, language: FlowLanguage, description: string): Promise<void> {
  const { terms, agreed } = flowWords[language]
  for (const text of terms) {
    await expect(page.getByText(text.replace('{description}', description), { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('checkbox', { name: agreed, exact: true })).not.toBeChecked()
}

/** Presses Cancel, which on a phone is in the bar's sheet, and confirms it. */
export async function cancel(page: Page, summary: RegExp): Promise<void> {
  await button(page, summary).click()
  await expect(button(page, 'Finished')).toBeDisabled()
  await button(page, 'Cancel').click()
  await button(page, 'Clear and leave').click()
}

const phone = { width: 390, height: 844 } as const
export const desk = { width: 1280, height: 800 } as const
/** One size for each language; `otherViewports` has the sizes the other way round. */
export const viewports = [
  { language: 'en', ...phone },
  { language: 'es', ...desk },
] as const
export const otherViewports = [
  { language: 'en', ...desk },
  { language: 'es', ...phone },
] as const

/** Reloads at the other size, so that a test sees each of its steps at both sizes. */
export async function reloadAtOtherSize(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize(width > 768 ? phone : desk)
  await page.reload()
}

function isOnPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) <= 768
}

async function scroll(page: Page, to: 'start' | 'end'): Promise<void> {
  const top = to === 'start' ? '0' : 'document.documentElement.scrollHeight'
  await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
}

/** The total is in sight at any scroll position: in the bar of a phone, in the summary of a desktop. */
export async function expectTotalInSight(page: Page, total: string): Promise<void> {
  const shown = isOnPhone(page)
    ? page.locator('[data-action-bar] button[aria-haspopup="dialog"]')
    : page.locator('dl:visible > div').last()
  await expect(shown).toContainText(total)
  for (const edge of ['start', 'end'] as const) {
    await scroll(page, edge)
    await expect(shown).toBeInViewport({ ratio: 1 })
  }
}

/** The test mode banner is in sight and not covered, everywhere on the page. */
export async function expectTestMode(page: Page, language: FlowLanguage): Promise<void> {
  const said = page.getByText(flowWords[language].testMode, { exact: true })
  await scroll(page, 'end')
  await expect(said).toBeInViewport({ ratio: 1 })
  await said.click({ trial: true })
}

/** The origins at which a card was typed. */
export const cardOrigins = new Set<string>()

/** Types a card into the provider's frame. */
export async function fillCard(
  page: Page,
  number: string = cards.pays,
  language: FlowLanguage = 'en',
): Promise<void> {
  const words = flowWords[language]
  cardOrigins.add(new URL(page.url()).origin)
  const frame = page.frameLocator(`iframe[title="${words.cardFrame}"]`)
  await frame.getByLabel(words.number).fill(number)
  await frame.getByLabel(words.expiry).fill('1234')
  await frame.getByLabel(words.cvc).fill('123')
}

/** On the screen of the payments, as far as the bank lets it be saved. */
export async function addCard(page: Page, language: FlowLanguage, number?: string): Promise<void> {
  await button(page, flowWords[language].addCard).click()
  await fillCard(page, number, language)
  await button(page, flowWords[language].saveCard).click()
}

export async function pay(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await button(page, flowWords[language].payNow).click()
}

export async function expectThanks(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await expect(page.getByRole('heading', { name: flowWords[language].thanks, exact: true })).toBeVisible()
  for (const finished of await button(page, flowWords[language].finished).all()) {
    await expect(finished).toBeEnabled()
  }
}

/** The same for an order with money, which a screen reader also announces. */
export async function expectPaid(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  const said = page.getByRole('status').filter({ hasText: flowWords[language].succeeded })
  await expect(said).toBeVisible()
  await expectThanks(page, language)
}

export async function payByCard(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await fillCard(page, undefined, language)
  await pay(page, language)
  await expectPaid(page, language)
}

/** Presses Finished, which on a desktop is also beside the summary, where nothing is left to cancel. */
export async function finish(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  const finished = button(page, flowWords[language].finished)
  await expect(finished).toHaveCount(isOnPhone(page) ? 1 : 2)
  await finished.last().click()
}

/** The lines of the only price on the screen: what is bought and taken off, then the sums. */
export async function expectPrice(
  page: Page,
  language: FlowLanguage,
  lines: string | readonly string[],
  amounts: readonly string[],
): Promise<void> {
  const texts = [...[lines].flat(), ...flowWords[language].sums]
  // without what a row names below it
  const rows = page.locator('dl:visible > div').filter({ hasText: '$' })
  const read = () =>
    rows.evaluateAll((all) =>
      all.map((row) => ['dt', 'dd'].map((tag) => row.querySelector(tag)?.textContent).join('')),
    )
  await expect.poll(read).toEqual(texts.map((text, at) => `${text}${amounts[at]}`))
}

interface SentMail {
  to: string
  subject: string
  text: string
  html: string
}

/** The club's mails to an address, newest last. */
export async function readMails(product: Product, to: string): Promise<SentMail[]> {
  const answer = await fetch(`${product.origin}/sandbox/mail.json`)
  const mails = (await answer.json()) as SentMail[]
  return mails.filter((mail) => mail.to === to)
}

/** A day as a mail writes it. */
export function toMailedDay(day: string, language: FlowLanguage): string {
  return new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(day),
  )
}

export interface WantedReceipt {
  to: string
  language: FlowLanguage
  club: string
  slug: string
  /** The texts in it: what was bought, the price, and the new expiration. */
  texts: readonly string[]
}

/** Exactly one mail: the receipt of the order on the page, in the language of the purchase. */
export async function expectReceipt(page: Page, product: Product, wanted: WantedReceipt): Promise<void> {
  const { to, language, club, slug, texts } = wanted
  const listReceipts = async () =>
    (await readMails(product, to)).filter(({ subject }) => subject.includes(flowWords[language].receipt))
  await expect.poll(async () => (await listReceipts()).length).toBe(1)
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = await listReceipts()
  expect(subject).toMatch(new RegExp(`^${club}: ${flowWords[language].receipt} \\d+$`))
  for (const one of texts) expect(text).toContain(one)
  const order = new URL('/portal/order', product.origin)
  order.searchParams.set('subdomain', slug)
  order.hash = `key=${new URL(page.url()).searchParams.get('key')}`
  expect(text.split('\n')).toContain(order.href)
  expect(html).toContain(`<html lang="${language}">`)
}

/** The orders of an address, each a line of the officer's command. */
export async function listOrders(product: Product, slug: string, email: string): Promise<string[]> {
  const { code, output } = await product.club('orders', '--find', email, '--tenant', slug)
  if (code !== 0) throw new Error(output)
  return output.split('\n').filter((line) => line.includes(`<${email}>`))
}

/** The member's setting in the club's list of members, by their address. */
export async function readAutoRenew(product: Product, email: string): Promise<boolean | undefined> {
  const path = join(product.dataDir, `${randomUUID()}.json`)
  const { code, output } = await product.club('members', '--json', path, '--tenant', buyers.subdomain)
  if (code !== 0) throw new Error(output)
  const members: BookedMember[] = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  return members.find((member) => member.email === email)?.autoRenew
}

export interface Traffic {
  /** Addresses outside the product's own origin. */
  foreign: string[]
  /** Requests that contained a card number, in any notation. */
  numbers: string[]
}

/** Watches all requests of the page and its frames. */
export function watchTraffic(page: Page, product: Product): Traffic {
  const traffic: Traffic = { foreign: [], numbers: [] }
  const inspect = (request: Request) => {
    const url = request.url()
    if (/^https?:/.test(url) && new URL(url).origin !== product.origin) traffic.foreign.push(url)
    const sent = `${url} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`
    // a text that somebody typed may have a % that begins no escape
    const plain = sent.replace(/%([0-7][\da-f])/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    const digits = plain.replace(/[\s+-]/g, '')
    if (cardNumbers.some((number) => digits.includes(number))) traffic.numbers.push(url)
  }
  page.context().on('request', inspect)
  return traffic
}
