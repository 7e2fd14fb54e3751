// All SQL about the club itself: its name, settings, look and pages.
import type { ClubPage, StoredPortalSettings, TenantSettings } from '../../../domain/club.ts'
import { defaultLanguage, type Language, languages } from '../../../domain/shapes/language.ts'
import type { Tx } from '../../db/open.ts'

export interface StoredClub {
  name: string
  customerType: number
  timeZone: string
  /** For people whose own is not known. */
  language: Language
  /** Two letters of ISO 3166. */
  country: string
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
      'club.customer_type as customerType',
      'club.time_zone as timeZone',
      'club.language',
      'club.country',
    ])
    .select(['club.settings', 'club.portal', 'club.logo_hash as logoHash', 'page.id as homePage'])
    .executeTakeFirstOrThrow()
  return { ...row, language: toLanguage(row.language), homePage: row.homePage ?? 0 }
}

export async function getTimeZone(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('club').select('time_zone').executeTakeFirstOrThrow()
  return row.time_zone
}

export async function getCountry(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('club').select('country').executeTakeFirstOrThrow()
  return row.country
}

/** As stored: `content` has not been cleaned for showing. */
export function listPages(tx: Tx): Promise<ClubPage[]> {
  return tx.selectFrom('page').orderBy('position').orderBy('id').select(['id', 'name', 'content']).execute()
}

function toLanguage(text: string): Language {
  return languages.find((language) => language === text) ?? defaultLanguage
}
