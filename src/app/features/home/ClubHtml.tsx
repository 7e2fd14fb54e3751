// Renders HTML that a club wrote, as React elements of a small list of tags. Leaves out everything else.
import { createElement, Fragment, type ReactNode } from 'react'
import { shownTags } from '../../../domain/page.ts'
import { findClubInSearch, toClubAddress } from '../../session/clubAddress.ts'
import { useSession } from '../../session/SessionContext.tsx'

/** Removed with all their content. Of any other unknown tag the text stays. */
const droppedTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'textarea',
  'select',
  'option',
  'title',
  'head',
])
const emptyTags: ReadonlySet<string> = new Set(['br', 'hr'])
const deepest = 32

export function ClubHtml({ html }: { html: string }) {
  const { slugInAddress: slug } = useSession()
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return <>{toElements(parsed.body, slug, 0)}</>
}

function toElements(parent: Node, slug: string | undefined, depth: number): ReactNode[] {
  if (depth > deepest) return []
  return [...parent.childNodes].map((node, index) => toElement(node, index, slug, depth))
}

function toElement(node: Node, index: number, slug: string | undefined, depth: number): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof HTMLElement)) return null
  const written = node.localName
  if (droppedTags.has(written)) return null
  // Only the portal's own heading is an h1.
  const tag = written === 'h1' ? 'h2' : written
  if (emptyTags.has(tag)) return createElement(tag, { key: index })
  const children = toElements(node, slug, depth + 1)
  if (!shownTags.has(tag)) return createElement(Fragment, { key: index }, ...children)
  if (tag !== 'a') return createElement(tag, { key: index }, ...children)
  const href = findAddress(node.getAttribute('href'), slug)
  return createElement(
    'a',
    { key: index, ...(href === undefined ? {} : { href, rel: 'noopener noreferrer' }) },
    ...children,
  )
}

/** Web, mail and telephone addresses. One of our own keeps naming the club. */
export function findAddress(href: string | null, slug: string | undefined): string | undefined {
  if (href === null) return undefined
  const { origin } = window.location
  try {
    const url = new URL(href, origin)
    if (!['https:', 'http:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined
    const isNameless = url.origin === origin && findClubInSearch(url.search) === undefined
    return isNameless ? toClubAddress(url.href, slug) : url.href
  } catch {
    return undefined // no valid address: the text stays, the link does not
  }
}
