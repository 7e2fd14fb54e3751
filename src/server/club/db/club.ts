// All SQL about the club itself: its name, settings and look.
import type { StoredPortalSettings, TenantSettings } from '../../../domain/club.ts'
import { defaultLanguage, type Language, languages } from '../../../domain/shapes/language.ts'
import type { Tx } from '../../db/open.ts'

export interface StoredClub {
  name: string
  customerType: number
  timeZone: string
  /** For people whose own is not known. */
  language: Language
  settings: TenantSettings
  portal: StoredPortalSettings
  /** 0 when the club's home is not one of its own pages. */
  homePage: number
  logoHash: string | null
}

export async function getClub(tx: Tx): Promise<StoredClub> {
  const row = await tx
    .selectFrom('club')
    .leftJoin('page', 'page.ref', 'club.home_page_ref')
    .select([
      'club.name',
      'club.customer_type',
      'club.time_zone',
      'club.language',
      'club.settings',
      'club.portal',
      'club.logo_hash',
      'page.id as home_page',
    ])
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    customerType: row.customer_type,
    timeZone: row.time_zone,
    language: toLanguage(row.language),
    settings: row.settings,
    portal: row.portal,
    homePage: row.home_page ?? 0,
    logoHash: row.logo_hash,
  }
}

export async function getTimeZone(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('club').select('time_zone').executeTakeFirstOrThrow()
  return row.time_zone
}

function toLanguage(text: string): Language {
  return languages.find((language) => language === text) ?? defaultLanguage
}
