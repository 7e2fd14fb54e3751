// The mail as HTML that old and new mail programs can show: tables, no pictures but its own, nothing from
// elsewhere.
import type { Theme, ThemeVariables } from '../../domain/theme.ts'
import { escapeHtml } from '../process/escapeHtml.ts'
import type { Block, Letter } from './letter.ts'
import { codePixels } from './ticketPictures.ts'

const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

/** The neutral colours of `src/app/styles/tokens.css` that a mail needs. */
const light = { ground: '#F1F3F3', surface: '#FFFFFF', text: '#11181C', soft: '#4B575D', line: '#D5DADC' }
const dark = { ground: '#0E1316', surface: '#171E22', text: '#ECF0F1', soft: '#AEB9BE', line: '#36424A' }

export function toLetterHtml(letter: Letter, variants: Theme['variants']): string {
  const { language, subject, club, heading, blocks, footer } = letter
  const colours = variants.light
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
${writeDarkRules(variants.dark)}
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};color:${light.text};${font};-webkit-text-size-adjust:100%">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background-color:${light.ground}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="surface" style="max-width:560px;background-color:${light.surface};border-radius:12px;overflow:hidden">
<tr><td class="club" style="padding:18px 24px;background-color:${colours['--club-bg']};color:${colours['--club-fg']};border-bottom:4px solid ${colours['--club-stripe']};${font};font-size:18px;line-height:1.3;font-weight:700;word-break:break-word">${escapeHtml(club)}</td></tr>
<tr><td style="padding:28px 24px 8px;${font}">
<h1 class="text" style="margin:0 0 16px;color:${light.text};font-size:24px;line-height:1.25;font-weight:700;word-break:break-word">${escapeHtml(heading)}</h1>
${blocks.map((block) => toBlockHtml(block, colours)).join('\n')}
</td></tr>
<tr><td class="line" style="padding:16px 24px 24px;border-top:1px solid ${light.line};${font}">
${footer.map((text) => `<p class="soft" style="margin:0 0 6px;color:${light.soft};font-size:14px;line-height:1.5;word-break:break-word">${escapeHtml(text)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function writeDarkRules(colours: ThemeVariables): string {
  const rules: readonly (readonly [name: string, style: Readonly<Record<string, string>>])[] = [
    ['ground', { 'background-color': dark.ground, color: dark.text }],
    ['surface', { 'background-color': dark.surface }],
    ['text', { color: dark.text }],
    ['soft', { color: dark.soft }],
    ['line', { 'border-color': dark.line }],
    [
      'club',
      {
        'background-color': colours['--club-bg'],
        color: colours['--club-fg'],
        'border-color': colours['--club-stripe'],
      },
    ],
    ['notice', { 'background-color': colours['--accent-soft'], color: colours['--accent-ink'] }],
    ['button', { 'background-color': colours['--btn-bg'], 'border-color': colours['--btn-edge'] }],
    ['label', { color: colours['--btn-fg'] }],
  ]
  return rules
    .map(([name, style]) => {
      const declarations = Object.entries(style).map(([property, value]) => `${property}:${value} !important`)
      return `  .${name} { ${declarations.join(';')} }`
    })
    .join('\n')
}

function toBlockHtml(block: Block, colours: ThemeVariables): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;color:${light.text};font-size:16px;line-height:1.5;word-break:break-word">${escapeHtml(block.text)}</p>`
    case 'notice':
      return `<p class="notice" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background-color:${colours['--accent-soft']};color:${colours['--accent-ink']};font-size:16px;line-height:1.5;font-weight:600;word-break:break-word">${escapeHtml(block.text)}</p>`
    case 'amounts':
      return toTable(
        block.rows.map(({ label, amount, isTotal }) => toRow(label, amount, isTotal ? 'total' : 'amount')),
      )
    case 'facts':
      return toTable(block.rows.map(({ label, value }) => toRow(label, value, 'fact')))
    case 'code':
      // the picture repeats the code, so it has no text of its own
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr>${block.cid === null ? '' : toPictureCell(block.cid)}<td class="text" style="color:${light.text};${font};font-size:16px;line-height:1.5;word-break:break-word">${escapeHtml(block.label)}<br><b style="font-size:18px">${escapeHtml(block.value)}</b></td></tr></table>`
    case 'link':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="button" style="border-radius:8px;border:1px solid ${colours['--btn-edge']};background-color:${colours['--btn-bg']}"><a class="label" href="${escapeHtml(block.href)}" style="display:inline-block;padding:14px 22px;color:${colours['--btn-fg']};${font};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table>`
  }
}

function toPictureCell(cid: string): string {
  return `<td style="padding:0 16px 0 0"><img src="cid:${escapeHtml(cid)}" alt="" width="${codePixels}" height="${codePixels}" style="display:block;background-color:#FFFFFF"></td>`
}

function toTable(rows: readonly string[]): string {
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">
${rows.join('\n')}
</table>`
}

/** In characters: beside a longer label no room is left for the value on a phone. */
const widestOneLineLabel = 20

function toRow(label: string, value: string, kind: 'amount' | 'total' | 'fact'): string {
  const isTotal = kind === 'total'
  const classes = isTotal ? 'text line' : 'text'
  const emphasis = isTotal
    ? `font-size:18px;font-weight:700;border-top:2px solid ${light.line}`
    : 'font-size:16px;font-weight:400'
  const cell = `padding:7px 0;color:${light.text};${font};line-height:1.4;vertical-align:top;${emphasis}`
  // Names of goods and addresses may be long, most labels of facts are short. Amounts never break.
  const [labelBreaks, valueBreaks] =
    kind !== 'fact'
      ? ['word-break:break-word', ';white-space:nowrap']
      : [label.length > widestOneLineLabel ? 'width:50%' : 'white-space:nowrap', ';word-break:break-word']
  return `<tr><th scope="row" align="left" class="${classes}" style="${cell};text-align:left;padding-right:16px;${labelBreaks}">${escapeHtml(label)}</th><td align="right" class="${classes}" style="${cell};text-align:right;font-variant-numeric:tabular-nums${valueBreaks}">${escapeHtml(value)}</td></tr>`
}
