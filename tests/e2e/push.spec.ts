// Receiving notifications: one for each message, and a tap opens the right screen.
import { busyLock } from '../../src/offline/messages.ts'
import {
  expect,
  findPlaces,
  type Phone,
  saveForTheShow,
  signIn,
  test,
  toUrl,
  untilControlled,
} from './fixtures.ts'

test('each push message ends in exactly one notification, whatever its payload @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  await phone.context.grantPermissions(['notifications'], { origin: product.origin })
  await phone.page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(phone.page)
  const session = await phone.context.newCDPSession(phone.page)
  const registrations: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: known }) => {
    for (const { registrationId } of known) registrations.push(registrationId)
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  // The browser reports when a push is done and what it displayed. Listing the notifications while one is
  // being displayed would make Chromium drop that one from the list for good.
  const displayed: string[] = []
  let completed = 0
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata } = backgroundServiceEvent
    if (eventName === 'Push event completed') completed += 1
    if (eventName === 'Notification displayed')
      displayed.push(eventMetadata.find(({ key }) => key === 'Title')?.value ?? '')
  })
  for (const service of ['pushMessaging', 'notifications'] as const) {
    await session.send('BackgroundService.startObserving', { service })
    await session.send('BackgroundService.setRecording', { service, shouldRecord: true })
  }
  const deliver = async (data: string) => {
    const before = completed
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: product.origin,
      registrationId: registrations[0] ?? '',
      data,
    })
    await expect.poll(() => completed).toBe(before + 1)
  }
  const list = () =>
    phone.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, path: data?.path }))
    })
  const closeAll = async () => {
    await phone.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      for (const notification of await registration.getNotifications()) notification.close()
    })
    await expect.poll(list).toEqual([])
  }

  const path = `/portal/viewer/${event.id}/schedule?subdomain=${club.subdomain}`
  await deliver(
    JSON.stringify({ title: 'Parade moved', body: 'It starts at 11:45.', tag: 'a', path, language: 'en' }),
  )
  expect(await list()).toEqual([{ title: 'Parade moved', body: 'It starts at 11:45.', tag: 'a', path }])
  const general = 'News from the show'
  for (const payload of ['', 'no json', '{"title":7}', '[]', 'null']) {
    await closeAll()
    await deliver(payload)
    expect(await list()).toEqual([
      { title: general, body: 'Open the app to see what is new.', tag: 'showfield', path: '/portal' },
    ])
  }
  expect(displayed).toEqual(['Parade moved', ...Array.from({ length: 5 }, () => general)])
})

/** A test machine reaches no push service: the browser's part is a stand-in, ours is real. */
async function standInForPushService(phone: Phone, endpoint: string): Promise<void> {
  await phone.page.addInitScript((address) => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = { endpoint: address, options: {}, toJSON: () => ({ endpoint: address, keys }) }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'true')
      return subscription as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') === null ? null : (subscription as unknown as PushSubscription)
  }, endpoint)
}

test('allowing notifications subscribes at the server, and shows "Enabled" only once the club knows the device', async ({
  phone,
  product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const isSubscribing = (text: string | null) => text?.includes('webpush_subscribe') === true
  await phone.context.route('**/dart/core', (route) =>
    isSubscribing(route.request().postData()) ? route.abort() : route.continue(),
  )
  await phone.context.grantPermissions(['notifications'], { origin: product.origin })
  await standInForPushService(phone, 'https://fcm.googleapis.com/fcm/send/journey')
  await phone.page.goto(toUrl(product, `/portal/viewer/${event.id}/more`, club.subdomain))
  await expect(phone.page.getByText(/^The club does not know this device yet/)).toBeVisible()
  await expect(phone.page.getByText('Enabled')).toHaveCount(0)
  const answered = phone.page.waitForResponse((response) => isSubscribing(response.request().postData()))
  await phone.context.unroute('**/dart/core')
  const again = phone.page.getByRole('button', { name: 'Try again' })
  await Promise.race([again.click(), answered])
  const answer = await (await answered).json()
  expect(answer).toMatchObject({ success: true, subscriberId: expect.any(Number) })
  await expect(phone.page.getByText('Enabled')).toBeVisible()
})

test("a device follows each event that it opens, and is the member's until they sign out there @proof", async ({
  phone,
  product,
}) => {
  const { page } = phone
  const { club } = findPlaces(product.demo)
  await phone.context.grantPermissions(['notifications'], { origin: product.origin })
  await standInForPushService(phone, 'https://fcm.googleapis.com/fcm/send/two-events')
  const said: Record<string, unknown>[] = []
  page.on('response', async (response) => {
    const { action, eventId, signedOut } = response.request().postDataJSON() ?? {}
    if (action !== 'webpush_subscribe') return
    const hasToken = response.request().headers()['x-dart-token'] !== undefined
    said.push({ eventId, signedOut, hasToken, success: (await response.json()).success })
  })
  const open = async (eventId: number, hasToken: boolean) => {
    await page.goto(toUrl(product, `/portal/viewer/${eventId}/more`, club.subdomain))
    await expect.poll(() => said).toContainEqual({ eventId, hasToken, success: true })
  }
  const [first, second] = club.events
  await open(first?.id ?? 0, false)
  await expect(page.getByText('Enabled')).toBeVisible()
  await expect(page.getByText(/also while the phone is locked/)).toBeVisible()

  await signIn(page, product, club, 'child')
  await expect.poll(() => said).toContainEqual({ hasToken: true, success: true })
  for (const event of [second, first]) await open(event?.id ?? 0, true)
  const memberId = await page.evaluate(
    () =>
      Object.entries(sessionStorage)
        .filter(([name]) => name.endsWith(':member'))
        .map(([, member]) => JSON.parse(member).id)[0],
  )
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  await expect.poll(() => said).toContainEqual({ signedOut: memberId, hasToken: false, success: true })
  expect(said.filter(({ success }) => success !== true)).toEqual([])
})

test('a star is told to the club, so that the phone is reminded while it is locked, and taken back with it @proof', async ({
  phone,
  product,
}) => {
  const { page } = phone
  const { club, event } = findPlaces(product.demo)
  await phone.context.grantPermissions(['notifications'], { origin: product.origin })
  await standInForPushService(phone, 'https://fcm.googleapis.com/fcm/send/starred')
  const told: string[][] = []
  page.on('response', async (response) => {
    const { action, favourites } = response.request().postDataJSON() ?? {}
    if (action === 'webpush_subscribe' && (await response.json()).success === true) told.push(favourites)
  })
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain))
  await expect.poll(() => told).toEqual([[]])
  const star = page.getByRole('button', { name: /^Favourite: / }).first()
  await star.click()
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toEqual([expect.any(String)])
  await star.click()
  await expect.poll(() => told.length).toBe(3)
  expect(told[2]).toEqual([])
})

/** What the browser does when somebody taps on a notification with this path. Ends when the worker has done it. */
async function tapNotice(phone: Phone, path: string): Promise<void> {
  const [worker] = phone.context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker runs')
  await worker.evaluate(`(async () => {
    await registration.showNotification('News', { data: { path: ${JSON.stringify(path)} } })
    const [notification] = await registration.getNotifications()
    const tap = new NotificationEvent('notificationclick', { notification })
    let handled
    tap.waitUntil = (work) => { handled = work }
    dispatchEvent(tap)
    // no person has tapped, so the browser may refuse a new window
    await handled.catch(() => undefined)
  })()`)
}

test('a tap on a notification leads a viewer on, and never takes away a form that somebody fills in @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const toPath = (tab: string) => `/portal/viewer/${event.id}/${tab}?subdomain=${club.subdomain}`
  await phone.context.grantPermissions(['notifications'], { origin: product.origin })
  const { page } = phone
  await page.goto(new URL(toPath('more'), product.origin).href)
  await untilControlled(page)
  await tapNotice(phone, toPath('schedule'))
  await page.waitForURL(/\/schedule/)

  const donation = await phone.context.newPage()
  await donation.goto(toUrl(product, '/portal/donate', club.subdomain))
  await untilControlled(donation)
  await donation.locator('#field-amount').fill('25')
  await expect
    .poll(() =>
      donation.evaluate(
        async (lock) => (await navigator.locks.query()).held?.some(({ name }) => name === lock),
        busyLock,
      ),
    )
    .toBe(true)
  await tapNotice(phone, toPath('maps'))
  await expect(donation.locator('#field-amount')).toHaveValue('$25')
  expect(page.url()).toContain('/schedule')
})
