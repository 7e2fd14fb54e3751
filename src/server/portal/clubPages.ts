// Makes a club's own pages fit to be shown: HTML by a small list of tags, boxes by type, pictures of our own only.
import sanitizeHtml from 'sanitize-html'
import type { Page } from '../../domain/club.ts'
import {
  largestImageSide,
  type PageElement,
  parsePageContent,
  shownTags,
  toBoxSettings,
  toNumberWithin,
} from '../../domain/page.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { Services } from '../services.ts'
import { toPictureAddress } from './addresses.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...shownTags],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'svg',
    'math',
    'template',
    'iframe',
    'title',
  ],
  nestingLimit: 32,
  transformTags: {
    // the portal's own heading is the only first one
    h1: 'h2',
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href === undefined ? {} : { href }), rel: 'noopener noreferrer' },
    }),
  },
}

export function sanitizeText(html: string): string {
  return sanitizeHtml(html, options)
}

/** How many pages are kept clean in memory, because every visitor reads them. */
export const keptPages = 256

const hashPattern = /^[A-Za-z0-9_-]{16,64}$/
const kept = new Map<string, { content: string; clean: string }>()

/** The page as it may go out; its `imageData` are addresses of ours, or ''. */
export function toShownPage(services: Pick<Services, 'config'>, tenant: TenantIdentity, page: Page): Page {
  const name = `${services.config.hostDomain ?? ''} ${tenant.uuid} ${tenant.slug} ${page.id}`
  const known = kept.get(name)
  if (known?.content === page.content) return { ...page, content: known.clean }
  const { sections } = parsePageContent(page.content)
  const clean = JSON.stringify({
    sections: sections.map(({ elements }) => ({
      elements: elements.map((element) =>
        toShownElement(element, (hash) => toPictureAddress(services.config, tenant, hash)),
      ),
    })),
  })
  kept.delete(name)
  kept.set(name, { content: page.content, clean })
  for (const oldest of kept.keys()) {
    if (kept.size <= keptPages) break
    kept.delete(oldest)
  }
  return { ...page, content: clean }
}

function toShownElement(element: PageElement, toPicture: (hash: string) => string): PageElement {
  const box = toBoxSettings({ ...element.settings })
  if (element.type === 'text') {
    return { type: 'text', settings: { ...box, text: sanitizeText(element.settings.text) } }
  }
  const { imageData } = element.settings
  const imageWidth = toNumberWithin(element.settings.imageWidth, 1, largestImageSide)
  const imageHeight = toNumberWithin(element.settings.imageHeight, 1, largestImageSide)
  return {
    type: 'image',
    settings: {
      ...box,
      // pages are stored with their pictures' hashes; a foreign address never goes out
      imageData: hashPattern.test(imageData) ? toPicture(imageData) : '',
      ...(imageWidth === undefined ? {} : { imageWidth }),
      ...(imageHeight === undefined ? {} : { imageHeight }),
    },
  }
}
