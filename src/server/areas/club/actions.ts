// Handlers about the club itself.

import type { club as contract } from '../../../contract/club.ts'
import type { StoredPortalSettings } from '../../../domain/club.ts'
import { toDollars } from '../../../domain/money.ts'
import { isColour } from '../../../domain/page.ts'
import { findBundledFont, type TenantColours, type Theme } from '../../../domain/theme.ts'
import { toPictureAddress } from '../../club/addresses.ts'
import { toShownPage } from '../../club/clubPages.ts'
import { getClub, listPages } from '../../club/db/club.ts'
import { createTheme } from '../../club/theme.ts'
import { findDefaultSlug } from '../../dispatch/clubOfCall.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { cacheSizes } from '../../limits/machine.ts'
import { listOpenMemberTypes } from '../../member/db/memberType.ts'
import { createLru } from '../../process/lru.ts'
import type { Services } from '../../process/services.ts'
import { getPushKeys } from '../../providers/push.ts'
import { getCardProvider } from '../../providers/stripe.ts'

export const club = {
  async get_tenant({ tx, tenant, now, services, log }, input) {
    const { name, customerType, timeZone, language, country, ...club } = await getClub(tx)
    const { settings, portal, homePage, logoHash } = club
    const pages = input.pages ? await listPages(tx) : []
    const { serviceFeeCents, contactEmail = '', contactPhone = '', replyTo: _, ...shownSettings } = settings
    const cards = await getCardProvider(services)
    return {
      tenant: {
        id: tenant.id,
        uuid: tenant.uuid,
        name,
        subdomain: tenant.slug,
        ownHost: await findOwnHost(services, tenant.slug),
        customerType,
        timeZone,
        language,
        country,
        settings: { ...shownSettings, contactEmail, contactPhone, serviceFee: toDollars(serviceFeeCents) },
      },
      memberTypes: input.memberTypes ? await listOpenMemberTypes(tx) : [],
      portalSettings: {
        ...toShownFace(portal),
        homePage,
        logo: toPictureAddress(services.config, tenant, logoHash),
      },
      stripe: { publishableKey: cards.publishableKey, mode: cards.mode },
      pages: pages.map((page) => toShownPage(services, tenant, page, log)),
      push: { publicKey: (await getPushKeys(services)).publicKey },
      serverTime: new Date(now).toISOString(),
      theme: { ...findTheme(portal, portal.font) },
    }
  },

  async get_available_membertypes({ tx }) {
    return { memberTypes: await listOpenMemberTypes(tx) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

/** A device files by the club, whether its address names it or its host does. */
async function findOwnHost(services: Services, slug: string): Promise<string> {
  const { hostDomain } = services.config
  if (hostDomain !== null) return `${slug}.${hostDomain}`
  return (await findDefaultSlug(services)) === slug ? '*' : ''
}

/** rules/security 7.1: sends only real colours and a font that we have. Other texts become empty. */
function toShownFace(portal: StoredPortalSettings): StoredPortalSettings {
  const toColour = (text: string) => (isColour(text) ? text.trim() : '')
  return {
    ...portal,
    headerBackgroundColor: toColour(portal.headerBackgroundColor),
    headerColor: toColour(portal.headerColor),
    buttonBackgroundColor: toColour(portal.buttonBackgroundColor),
    buttonColor: toColour(portal.buttonColor),
    font: findBundledFont(portal.font)?.name ?? '',
  }
}

// computing a theme costs more than the rest of the answer, and every visitor asks for it
const themes = createLru<Theme>(cacheSizes.themes)

function findTheme(colours: TenantColours, font: string): Theme {
  const { headerBackgroundColor, headerColor, buttonBackgroundColor, buttonColor } = colours
  const name = JSON.stringify([headerBackgroundColor, headerColor, buttonBackgroundColor, buttonColor, font])
  const known = themes.get(name)
  if (known !== undefined) return known
  const theme = createTheme(colours, font)
  themes.set(name, theme)
  return theme
}
