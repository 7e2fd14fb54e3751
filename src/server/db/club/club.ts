// All SQL about the club itself: its name, settings and look.
import type { StoredPortalSettings, TenantSettings } from '../../../domain/club.ts'
import { defaultLanguage, type Language, languages } from '../../../domain/shapes/language.ts'
import type { Tx } from '../open.ts'

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

export async function getClub(tx: Tx, tenantId: number): Promise<StoredClub> {
  const row = await tx
    .selectFrom('club')
    .leftJoin('page', (join) =>
      join.onRef('page.tenant_id', '=', 'club.tenant_id').onRef('page.ref', '=', 'club.home_page_ref'),
    )
    .where('club.tenant_id', '=', tenantId)
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

export async function getTimeZone(tx: Tx, tenantId: number): Promise<string> {
  const row = await tx
    .selectFrom('club')
    .where('tenant_id', '=', tenantId)
    .select('time_zone')
    .executeTakeFirstOrThrow()
  return row.time_zone
}

function toLanguage(text: string): Language {
  return languages.find((language) => language === text) ?? defaultLanguage
}
