// Cleans a club's own pages before they are shown: few HTML tags, boxes by type, only our own pictures.

import sanitizeHtml from 'sanitize-html'
import type { ClubPage } from '../../domain/club.ts'
import {
  isPageContent,
  largestImageSide,
  type PageElement,
  parsePageContent,
  shownTags,
  toBoxSettings,
  toNumberWithin,
} from '../../domain/page.ts'
import { cacheSizes } from '../limits/machine.ts'
import { deepestHtml } from '../limits/sizes.ts'
import type { Log } from '../process/log.ts'
import { createLru } from '../process/lru.ts'
import type { Services } from '../process/services.ts'
import { toPictureAddress } from './addresses.ts'
import type { TenantIdentity } from './db/tenant.ts'

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
  nestingLimit: deepestHtml,
  transformTags: {
    // only the portal's own heading is an h1
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

const hashPattern = /^[A-Za-z0-9_-]{16,64}$/
const cleanPages = createLru<{ content: string; clean: string }>(cacheSizes.cleanPages)

/** The page as it may be sent. Its `imageData` is an address of ours, or ''. */
export function toShownPage(
  services: Pick<Services, 'config'>,
  tenant: TenantIdentity,
  page: ClubPage,
  log: Pick<Log, 'warn'>,
): ClubPage {
  const name = `${services.config.hostDomain ?? ''} ${tenant.uuid} ${tenant.slug} ${page.id}`
  const known = cleanPages.get(name)
  if (known?.content === page.content) return { ...page, content: known.clean }
  if (!isPageContent(page.content)) {
    log.warn({ tenantUuid: tenant.uuid, page: page.id }, "a club's page is no JSON and shows nothing")
  }
  const { sections } = parsePageContent(page.content)
  const clean = JSON.stringify({
    sections: sections.map(({ elements }) => ({
      elements: elements.map((element) =>
        toShownElement(element, (hash) => toPictureAddress(services.config, tenant, hash)),
      ),
    })),
  })
  cleanPages.set(name, { content: page.content, clean })
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
      // Pages are stored with their pictures' hashes. A foreign address is never sent.
      imageData: hashPattern.test(imageData) ? toPicture(imageData) : '',
      ...(imageWidth === undefined ? {} : { imageWidth }),
      ...(imageHeight === undefined ? {} : { imageHeight }),
    },
  }
}
