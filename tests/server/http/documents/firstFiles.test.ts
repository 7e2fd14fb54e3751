// The document carries its first script, and tells that script what to load, each file once.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setUpWorld } from '../../../support/database/setUp.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const script = 'document.title = "first"'
const built = `<!doctype html><html lang="en"><head><title>Showfield</title>
<script src="/assets/firstPaint-1.js"></script>
<script type="module" crossorigin src="/assets/index-2.js"></script>
<link rel="modulepreload" crossorigin href="/assets/first-3.js">
<link rel="stylesheet" crossorigin href="/assets/first-4.css">
</head><body><div id="app"></div></body></html>`
const route = 'src/app/routes/portal'
const manifest = {
  'index.html': { file: 'assets/index-2.js', imports: ['_first.js'], css: ['assets/first-4.css'] },
  '_first.js': { file: 'assets/first-3.js' },
  'src/app/start.tsx': { file: 'assets/start-5.js', imports: ['_first.js'] },
  'src/locales/en.po?texts=first?lingui': { file: 'assets/en-6.js' },
  [`${route}.judging.$eventId.tsx?tsr-split=component`]: {
    file: 'assets/judging-7.js',
    css: ['assets/judging-8.css'],
  },
  [`${route}.voterballot.$voterid.$eventid.tsx?tsr-split=component`]: { file: 'assets/ballot-9.js' },
}
const toSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the first files of a document', () => {
  const world = setUpWorld('embedded', {
    distDir: makeTestFolder({
      'index.html': built,
      '.vite/manifest.json': JSON.stringify(manifest),
      'assets/firstPaint-1.js': script,
    }),
  })

  it('are its first script, allowed by hash, and its style sheet; no script is left to the browser to load', async () => {
    const { text, headers } = await world.send('/portal/member')
    expect(text).toContain(`>${script}</script>`)
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/first-4.css">')
    expect(text).not.toContain('<style')
    expect(text).not.toMatch(/<script[^>]* src=|type="module"|modulepreload/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' ${toSource(script)};`)
    expect(policy).toContain("style-src 'self';")
  })

  it.each([
    ['/portal/member', '/assets/start-5.js /assets/en-6.js'],
    ['/portal/judging/7', '/assets/start-5.js /assets/judging-7.js /assets/en-6.js /assets/judging-8.css'],
    ['/portal/voterballot/some-voter/7', '/assets/start-5.js /assets/ballot-9.js /assets/en-6.js'],
  ])('of %s are named for the first script: the entry, and what its screen imports', async (path, next) => {
    const { text } = await world.send(path)
    expect(text).toContain(`<script data-next="${next}" data-entry="/assets/index-2.js /assets/first-3.js">`)
  })

  it("of a judge's and a voter's link are their screen's own, also where club and event are known", async () => {
    const { slug, show } = world.clubs.a
    const open = async (path: string) => (await world.send(`${path}?subdomain=${slug}`)).text
    const ballot = await open(`/portal/voterballot/${show.voters[0]}/${show.id}`)
    expect(ballot).toContain('/assets/ballot-9.js')
    expect(await open(`/portal/judging/${show.id}`)).toContain('/assets/judging-7.js')
    expect(ballot).not.toContain(show.voters[0])
  })

  it('are not in the document that the service worker caches', async () => {
    const { text, headers } = await world.send('/index.html')
    expect(text).toBe(built)
    expect(String(headers['content-security-policy'])).toContain("script-src 'self';")
  })
})
