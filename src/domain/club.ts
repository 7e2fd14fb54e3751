// A club as everybody may see it: its settings, the look of its portal, and its pages.
import type { GivenTaxes } from './order.ts'

/** Tenant.settings. `serviceFee` is in dollars on the wire and in cents where it is stored. */
export interface TenantSettings extends GivenTaxes {
  serviceFeeCents: number
  maxRenewYears: number
  /** Days before the expiration from which renewal is possible; 0 is any time. */
  maxRenewDays: number
  alternateId: boolean
  alternateIdLabel: string
  roster: boolean
  newsletter: boolean
  enewsletter: boolean
  /** Hosts of the club's own site to which "Finished" may return (rules/security 7.4). */
  redirectHosts: string[]
  /** Whom people may ask; '' for none, and missing in clubs that were stored earlier. */
  contactEmail?: string
  contactPhone?: string
  /** Where answers to the club's mails go; without it to `contactEmail`. */
  replyTo?: string
}

/** The portal settings as stored. `homePage` and `logo` have columns of their own. */
export interface StoredPortalSettings {
  joinLink: boolean
  donateTab: boolean
  buttonBackgroundColor: string
  buttonColor: string
  headerBackgroundColor: string
  headerColor: string
  font: string
  socialTab: boolean
  ridesTab: boolean
  activitiesTab: boolean
  filesTab: boolean
  storeTab: boolean
  classifiedTab: boolean
  rosterTab: boolean
}

/** The portal settings as sent. `homePage` 0 is none; `logo` is a picture's address or ''. */
export interface PortalSettings extends StoredPortalSettings {
  homePage: number
  logo: string
}

export interface ClubPage {
  id: number
  name: string
  /** JSON text of `{ sections: [{ elements }] }`. */
  content: string
}

// a slug is the label before the product's own domain
export const slugPattern = /^[a-z0-9](?:-?[a-z0-9])*$/
export const slugMaxLength = 63
/** Names that no club can have, because they are the product's own hosts. */
export const reservedSlugs: ReadonlySet<string> = new Set(['www', 'api', 'mail', 'admin', 'static', 'status'])
/** The club that is used when a request names none. */
export const fallbackSlug = 'app'

export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slugPattern.test(text) && !reservedSlugs.has(text)
}
