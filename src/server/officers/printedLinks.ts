// A page to print: one link with a QR code for each voter or judge, to cut out and hand over.
import QRCode from 'qrcode'
import { escapeHtml } from '../process/escapeHtml.ts'

export interface PrintedLink {
  /** In the large line, behind what it is: the 17 of "Ballot 17". */
  number: string
  /** The line below it, such as the judge's name. */
  subtitle: string
  link: string
}

/** The text beside each link, in both languages, because a page is printed for everybody. */
export interface PrintedTexts {
  pageTitle: string
  /** What each link is, as in "Ballot/Boleta 17". */
  englishThing: string
  spanishThing: string
  english: string
  spanish: string
}

/** A complete HTML document that loads nothing. */
export async function toPrintedPage(links: readonly PrintedLink[], texts: PrintedTexts): Promise<string> {
  const drawn = await Promise.all(links.map((link) => toLinkHtml(link, texts)))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(texts.pageTitle)}</title>
<style>
  @page { margin: 10mm }
  body { margin: 0; font: 11pt/1.3 system-ui, sans-serif; color: #11181c; background: #fff }
  main { display: grid; grid-template-columns: repeat(2, 1fr) }
  article { display: grid; grid-template-columns: 38mm 1fr; gap: 4mm; padding: 6mm; break-inside: avoid;
    border: 1px dashed #6f7a80; margin: -0.5px }
  svg { width: 38mm; height: 38mm }
  h1, h2, p { margin: 0 0 1.5mm }
  h1 { font-size: 10pt; font-weight: 500 }
  h2 { font-size: 15pt }
  p { font-size: 9pt }
  a { grid-column: 1 / -1; font: 7.5pt/1.3 ui-monospace, monospace; color: inherit; text-decoration: none;
    overflow-wrap: anywhere }
</style>
<main>
${drawn.join('\n')}
</main>
</html>
`
}

async function toLinkHtml({ number, subtitle, link }: PrintedLink, texts: PrintedTexts): Promise<string> {
  const code = await QRCode.toString(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  const place = escapeHtml(link)
  const thing = `<span lang="en">${escapeHtml(texts.englishThing)}</span>/<span lang="es">${escapeHtml(texts.spanishThing)}</span>`
  return `<article>${code}<div><h1>${escapeHtml(texts.pageTitle)}</h1><h2>${thing} ${escapeHtml(number)}</h2>${
    subtitle === '' ? '' : `<p><b>${escapeHtml(subtitle)}</b></p>`
  }<p lang="en">${escapeHtml(texts.english)}</p><p lang="es">${escapeHtml(texts.spanish)}</p></div><a href="${place}">${place}</a></article>`
}
