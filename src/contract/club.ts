// Actions for the club itself: its portal, and the memberships it offers.
import { z } from 'zod'
import { languages } from '../domain/shapes/language.ts'
import { define } from './define.ts'
import { flag, id } from './shapes.ts'

export const memberTypeShape = z.object({
  id,
  label: z.string(),
  description: z.string(),
  price: z.number(),
  renewPrice: z.number(),
  anniversaryRenewal: z.boolean(),
  anniversaryDate: z.string(),
  allowChildren: z.boolean(),
})

const tenantShape = z.object({
  id,
  uuid: z.string(),
  name: z.string(),
  subdomain: z.string(),
  /** The host that names the club by itself, `*` for every host, '' for none. Missing in earlier answers. */
  ownHost: z.string().optional(),
  customerType: z.number(),
  timeZone: z.string(),
  language: z.enum(languages),
  /** Two letters of ISO 3166. Missing in answers that a device saved earlier. */
  country: z.string().optional(),
  settings: z.object({
    serviceFee: z.number(),
    maxRenewYears: z.number(),
    maxRenewDays: z.number(),
    alternateId: z.boolean(),
    alternateIdLabel: z.string(),
    roster: z.boolean(),
    newsletter: z.boolean(),
    enewsletter: z.boolean(),
    redirectHosts: z.array(z.string()),
    /** Whom people may ask; '' for none. Missing in answers that a device saved earlier. */
    contactEmail: z.string().optional(),
    contactPhone: z.string().optional(),
  }),
})

const portalSettingsShape = z.object({
  joinLink: z.boolean(),
  donateTab: z.boolean(),
  homePage: z.number(),
  buttonBackgroundColor: z.string(),
  buttonColor: z.string(),
  font: z.string(),
  logo: z.string(),
  headerBackgroundColor: z.string(),
  headerColor: z.string(),
  socialTab: z.boolean(),
  ridesTab: z.boolean(),
  activitiesTab: z.boolean(),
  filesTab: z.boolean(),
  storeTab: z.boolean(),
  classifiedTab: z.boolean(),
  rosterTab: z.boolean(),
})

export const club = {
  get_tenant: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ memberTypes: flag.optional(), pages: flag.optional() }),
    output: z.object({
      tenant: tenantShape,
      memberTypes: z.array(memberTypeShape),
      portalSettings: portalSettingsShape,
      stripe: z.object({ publishableKey: z.string(), mode: z.enum(['live', 'test', 'sandbox']) }),
      pages: z.array(z.object({ id, name: z.string(), content: z.string() })),
      push: z.object({ publicKey: z.string() }),
      serverTime: z.string(),
      theme: z.record(z.string(), z.unknown()),
    }),
    failures: [],
  }),
  get_available_membertypes: define({
    access: 'public',
    effect: 'read',
    input: z.object({}),
    output: z.object({ memberTypes: z.array(memberTypeShape) }),
    failures: [],
  }),
}
