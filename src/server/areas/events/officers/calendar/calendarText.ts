// The words of a calendar's texts. Some programs write HTML, or put its entities into plain text.
import { decodeHTMLStrict } from 'entities'
import sanitizeHtml from 'sanitize-html'

const endsOfLine = ['p', 'li', 'div', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const tags = [
  ...endsOfLine,
  'a',
  'b',
  'br',
  'em',
  'html-blob',
  'i',
  'img',
  'ol',
  'span',
  'strong',
  'table',
  'u',
  'ul',
]
const anyTag = new RegExp(`<(?:${tags.join('|')})\\b[^>]*>`, 'i')

export function toPlainWords(text: string): string {
  if (anyTag.test(text)) return decode(toTextOfHtml(text))
  const plain = decode(text)
  return anyTag.test(plain) ? toTextOfHtml(plain) : plain
}

/** `&amp;#8211;` is an entity that was written as one again. */
function decode(text: string): string {
  return decodeHTMLStrict(decodeHTMLStrict(text)).replaceAll('\u00a0', ' ')
}

/** With the addresses of its links. */
function toTextOfHtml(html: string): string {
  const few = sanitizeHtml(html, {
    allowedTags: [...endsOfLine, 'a', 'br'],
    allowedAttributes: { a: ['href'] },
  })
  // now each tag is written in one way only
  return few
    .replace(/<a(?: href="([^"]*)")?>(.*?)<\/a>/gs, (_, href: string | undefined, inside: string) => {
      const address = href?.replace(/^mailto:/, '') ?? ''
      const isSaid = toText(inside).includes(toText(address).replace(/^https?:\/\/|\/$/g, ''))
      if (isSaid) return inside
      return toText(inside).trim() === '' ? address : `${inside} (${address})`
    })
    .replace(new RegExp(`<br />|</(?:${endsOfLine.join('|')})>`, 'g'), '\n')
    .replace(/<[^>]*>|&[a-z]+;/g, toText)
}

function toText(html: string): string {
  return decodeHTMLStrict(html.replace(/<[^>]*>/g, ''))
}
