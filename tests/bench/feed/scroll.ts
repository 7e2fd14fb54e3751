// Scrolling through 500 posts of a feed of 10,000, on a phone that is four times slower: the tasks of the page, what
// stays in memory, and whether the way back finds the same place.
import { link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { hourMs } from '../../../src/domain/time.ts'
import type { Product } from '../../support/browsers/product.ts'
import { openChromium, phoneViewport } from '../chromium.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Subject } from '../subject.ts'
import { findShare, type MainTask, traceTasks } from './tasks.ts'

const posts = 10_000
const pictures = 3_000
const pageSize = 25
/** With so many posts memory is compared. */
const [few, many] = [100, 500]
const slower = 4
/** A person moves about a screen at a time. */
const step = 700
const stepMs = 250
const longTaskMs = 50
/** Of heap for a post that is loaded and not drawn: its data, and a part of an empty box. */
const mostKilobytes = 8
const photos = join(import.meta.dirname, '..', '..', '..', 'demo', 'pictures')

/** The demo's second club with so many posts, whose pictures are on the disk too. */
async function startFeed({ load, startProduct }: Subject): Promise<Product> {
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { insertManyPosts } = await load<typeof import('../../support/community/manyPosts.ts')>(
    'tests/support/community/manyPosts.ts',
  )
  const product = await startProduct()
  const tenant = product.demo.tenants[1]
  if (tenant === undefined) throw new Error('the demo has no club')
  await product.stop()
  const database = await openDatabase({ dataDir: product.dataDir })
  await database.inTenant(tenant.id, async (tx) => {
    const members = await tx.selectFrom('member').select('id').where('tenant_id', '=', tenant.id).execute()
    const memberIds = members.slice(0, 30).map(({ id }) => id)
    await insertManyPosts(tx, { memberIds, now: Date.now() + hourMs, posts, pictures })
  })
  await database.analyze()
  await database.close()
  await layPictures(product.dataDir)
  await product.start()
  return product
}

async function layPictures(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'pictures', 'member', '00')
  await mkdir(folder, { recursive: true })
  const names = (await readdir(photos)).filter((name) => name.startsWith('ride-')).sort()
  const made = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      await sharp(join(photos, name)).resize(400, 400, { fit: 'contain' }).webp().toFile(path)
      return path
    }),
  )
  for (let at = 0; at < pictures; at += 1) {
    const hash = at.toString(16).padStart(40, '0')
    await link(made[at % made.length] ?? '', join(folder, `${hash}-400.webp`))
  }
}

async function signIn(page: Page, product: Product): Promise<void> {
  const tenant = product.demo.tenants[1]
  const member = tenant?.members.find(({ role, password }) => role === 'member' && password !== undefined)
  if (tenant === undefined || member?.password === undefined) throw new Error('nobody can sign in')
  await page.goto(`${product.origin}/portal/signin?subdomain=${tenant.subdomain}`)
  await page.locator('input[type="email"]').fill(member.email)
  await page.keyboard.press('Enter')
  await page.locator('input[type="password"]').fill(member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/member\//)
  await page.goto(`${product.origin}/portal/member/social?subdomain=${tenant.subdomain}`)
  await page.locator('article').first().waitFor()
}

interface Memory {
  readonly nodes: number
  readonly heap: number
}

async function readMemory(devtools: CDPSession): Promise<Memory> {
  // the second takes what the first has only released
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { nodes } = await devtools.send('Memory.getDOMCounters')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { nodes, heap: usedSize }
}

interface Place {
  readonly post: string
  /** Where that post lies in the page. */
  readonly at: number
}

/** The first post of which something is on the screen, or the post that is named. */
function readPlace(page: Page, wanted?: string): Promise<Place> {
  return page.evaluate((id) => {
    const found = [...document.querySelectorAll('article')].find((post) =>
      id === undefined
        ? post.getBoundingClientRect().bottom > 0
        : post.querySelector(`[data-post="${id}"]`) !== null,
    )
    return {
      post: found?.querySelector('[data-post]')?.getAttribute('data-post') ?? '',
      at: scrollY + (found?.getBoundingClientRect().top ?? Number.NaN),
    }
  }, wanted)
}

/** Scrolls to the end of what is loaded, and asks for more until so many posts are there. */
async function scrollDown(page: Page, loaded: number, wanted: number): Promise<void> {
  const more = page.locator('main button', { hasText: 'get 25 more' })
  for (let count = loaded; ; ) {
    await move(page, step)
    // costs the page next to nothing, because it is measured meanwhile
    const isAtEnd = await page.evaluate(
      () => scrollY + innerHeight >= document.documentElement.scrollHeight - 2,
    )
    if (!isAtEnd) continue
    if (count >= wanted) return
    const answered = page.waitForResponse((one) => (one.request().postData() ?? '').includes('"cursor"'))
    await more.click()
    await answered
    await more.waitFor()
    count += pageSize
  }
}

async function scrollUp(page: Page, end: number): Promise<void> {
  while ((await page.evaluate(() => scrollY)) > end) await move(page, -step)
}

async function move(page: Page, by: number): Promise<void> {
  const until = performance.now() + stepMs
  await page.mouse.wheel(0, by)
  await page.waitForTimeout(Math.max(0, until - performance.now()))
}

export const feedScroll: Bench = {
  needsBrowser: true,
  rounds: 1,
  async open(subject, { atEnd }) {
    const product = await startFeed(subject)
    atEnd(product.dispose)
    return { measure: () => measureScroll(product) }
  },
}

async function measureScroll(product: Product): Promise<Reading[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: phoneViewport })
    await signIn(page, product)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.mouse.move(phoneViewport.width / 2, phoneViewport.height / 2)
    const tasks: MainTask[] = []
    const memories: Memory[] = []
    const places: Place[] = []
    for (let loaded = pageSize; loaded < many; loaded = Math.min(many, memories.length * few)) {
      const wanted = (memories.length + 1) * few
      tasks.push(...(await traceTasks(browser, page, () => scrollDown(page, loaded, wanted))))
      memories.push(await readMemory(devtools))
      places.push(await readPlace(page))
    }
    // back over what the last turn brought
    const before = places.at(-2) ?? { post: '', at: Number.NaN }
    tasks.push(...(await traceTasks(browser, page, () => scrollUp(page, before.at))))
    const moved = (await readPlace(page, before.post)).at - before.at
    return [toTaskReading(tasks, moved), toMemoryReading(memories)]
  } finally {
    await browser.close()
  }
}

function toTaskReading(tasks: readonly MainTask[], moved: number): Reading {
  const times = tasks.map(({ ms }) => ms)
  const whole = findShare(
    tasks.map(({ wholeMs }) => wholeMs),
    0.95,
  )
  return {
    id: 'tasks',
    what: `scrolling ${many} posts of ${posts}, a processor ${slower} times slower: 95 of 100 tasks`,
    beside: 'the same with what they waited for the processor',
    figure: findShare(times, 0.95),
    unit: 'ms',
    goal: { atMost: longTaskMs },
    more: {
      'with waiting': [whole, 'ms'],
      '99 of 100': [findShare(times, 0.99), 'ms'],
      'the longest': [Math.max(...times), 'ms'],
      [`above ${longTaskMs} ms`]: [times.filter((ms) => ms > longTaskMs).length, 'tasks'],
      all: [times.length, 'tasks'],
    },
    fault: Math.abs(moved) <= 2 ? undefined : `on the way back a post has moved by ${moved} px`,
  }
}

function toMemoryReading(memories: readonly Memory[]): Reading {
  const [first, last] = [memories[0], memories.at(-1)]
  if (first === undefined || last === undefined) throw new Error('nothing was measured')
  const kilobytes = (last.heap - first.heap) / 1024 / (many - few)
  return {
    id: 'nodes',
    what: `nodes of the page with ${many} posts`,
    beside: `with ${few} posts`,
    figure: last.nodes / first.nodes,
    unit: 'times',
    goal: { atMost: 1.25 },
    more: {
      [`with ${many}`]: [last.nodes, 'nodes'],
      [`with ${few}`]: [first.nodes, 'nodes'],
      'heap first': [first.heap / 2 ** 20, 'MB'],
      'heap then': [last.heap / 2 ** 20, 'MB'],
      'for each post more': [kilobytes, 'kB'],
    },
    fault: kilobytes <= mostKilobytes ? undefined : `more than ${mostKilobytes} kB for a post`,
  }
}
