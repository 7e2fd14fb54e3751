// `npm run screens`: a sheet with a picture of every screen and every mail, in both languages, on a phone and on a
// desk, by day and in the dark. `--beside FOLDER` shows only what differs from an earlier sheet.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { chromiumArgs, prepareChromium, prepareHeadlessShell } from '../support/browsers/browser.ts'
import { screens } from './cases.ts'
import { type Lab, openLab } from './lab.ts'
import { type Language, openLabPage } from './page.ts'

const root = join(import.meta.dirname, '..', '..')
const { values } = parseArgs({
  options: {
    /** Where the sheet is written. */
    to: { type: 'string', default: join(root, '.cache', 'screens-sheet') },
    /** The folder of an earlier sheet. */
    beside: { type: 'string' },
    /** Only the screens and mails with this in their names. */
    only: { type: 'string', default: '' },
  },
})
const folder = resolve(values.to)
const earlier = values.beside === undefined ? undefined : resolve(values.beside)
if (earlier === folder)
  throw new Error('The earlier sheet would be overwritten: name another folder with --to.')

const widths = [390, 1280] as const
const themes = ['light', 'dark'] as const
const languages = ['en', 'es'] as const

interface Tile {
  readonly name: string
  readonly variant: string
  readonly file: string
  readonly isChanged: boolean
}

const tiles: Tile[] = []

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await buildAppIfDue(root, console.log)
const executablePath = prepareHeadlessShell() ?? prepareChromium()
const browser = await chromium.launch({
  args: chromiumArgs,
  ...(executablePath === undefined ? {} : { executablePath }),
})
const lab = await openLab()
for (const language of languages) {
  await drawScreens(lab, browser, language)
  await drawMails(lab, browser, language)
}
await browser.close()
await lab.close()
writeFileSync(join(folder, 'index.html'), toHtml(tiles))
const changed = tiles.filter(({ isChanged }) => isChanged).length
console.log(
  `${tiles.length} pictures${earlier === undefined ? '' : `, ${changed} of them changed`}: ${join(folder, 'index.html')}`,
)

async function drawScreens(lab: Lab, browser: Browser, language: Language): Promise<void> {
  const labPage = await openLabPage(lab, browser, language)
  for (const screen of screens) {
    const { name, path, who = 'visitor', clubs = ['demo'], open } = screen
    const [club = 'demo'] = clubs
    if (!name.includes(values.only)) continue
    await labPage.show(path, { club, who, state: 'answered', hasLargeLetters: false }, open)
    for (const width of widths) {
      for (const theme of themes) {
        await labPage.look({ name, width, isDark: theme === 'dark' })
        await take(labPage.page, name, `${language} ${width} ${theme}`)
      }
    }
  }
  await labPage.close()
}

async function drawMails(lab: Lab, browser: Browser, language: Language): Promise<void> {
  const page = await browser.newPage()
  for (const mail of lab.mails) {
    const name = `mail: ${mail.name}`
    if (mail.language !== language || !name.includes(values.only)) continue
    await page.setContent(mail.html)
    for (const width of widths) {
      for (const theme of themes) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme: theme })
        await take(page, name, `${language} ${width} ${theme}`)
      }
    }
  }
  await page.close()
}

/** The whole page. What the graphics processor draws differs between machines, so it is left out. */
async function take(page: Page, name: string, variant: string): Promise<void> {
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    mask: [page.locator('canvas')],
    maskColor: '#8899aa',
  })
  const file = `${`${name} ${variant}`.replace(/[^\w]+/g, '-')}.png`
  writeFileSync(join(folder, file), picture)
  const before = earlier === undefined ? undefined : join(earlier, file)
  const isChanged =
    before !== undefined && (!existsSync(before) || hash(readFileSync(before)) !== hash(picture))
  tiles.push({ name, variant, file, isChanged })
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function toHtml(all: readonly Tile[]): string {
  const shown = earlier === undefined ? all : all.filter(({ isChanged }) => isChanged)
  const names = [...new Set(shown.map(({ name }) => name))]
  const toFigure = ({ file, variant }: Tile): string => {
    const before =
      earlier === undefined ? '' : `<img loading="lazy" src="${join(earlier, file)}" alt="before">`
    return `<figure>${before}<img loading="lazy" src="${file}" alt=""><figcaption>${variant}</figcaption></figure>`
  }
  const toSection = (name: string): string =>
    `<h2>${name}</h2><div>${shown
      .filter((tile) => tile.name === name)
      .map(toFigure)
      .join('')}</div>`
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;background:#ddd;margin:16px}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}
figure{margin:0}img{max-width:300px;display:inline-block;vertical-align:top;border:1px solid #999}</style>
<h1>${earlier === undefined ? 'Every screen' : `What has changed: ${shown.length} of ${all.length}`}</h1>
${names.map(toSection).join('\n')}
`
}
