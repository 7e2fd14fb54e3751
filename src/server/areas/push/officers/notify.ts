// `club -- notify EVENT`: an officer writes to those who follow an event, and sees how many were reached.
import type { Language } from '../../../../domain/shapes/language.ts'
import { isPlainLine, isPlainText } from '../../../../domain/shapes/plainText.ts'
import { announceNotice } from '../../../alerts/announce.ts'
import type { NoticeText } from '../../../alerts/db/alertContent.ts'
import { longestNoticeText, longestNoticeTitle } from '../../../limits/sizes.ts'
import { countFollowers } from '../../../member/db/pushSubscription.ts'
import {
  type EventCommandContext,
  type Flags,
  type OptionName,
  UsageFault,
} from '../../../officers/command.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { listLastAlerts, toAlertTable } from './alertTable.ts'

export const notifyOptions: readonly OptionName[] = ['title', 'text', 'title-es', 'text-es']

export function runNotify(context: EventCommandContext): Promise<number> {
  const { flags } = context
  const isGiven = notifyOptions.some((name) => flags[name] !== undefined)
  return isGiven ? sendNotice(context) : showNotices(context)
}

async function sendNotice({ services, tenant, event, flags, print }: EventCommandContext): Promise<number> {
  const texts = readTexts(flags)
  const at = new Date(services.now())
  const devices = await services.database.inTenant(tenant.id, async (tx) => {
    await announceNotice(tx, { eventId: event.id, texts, at })
    return countFollowers(tx, event.id)
  })
  const name = toVisibleLine(event.name)
  print(
    devices === 0
      ? `No device follows ${name} yet. The message is in the app for everybody who opens it.\n`
      : `The message goes to ${toCountText(devices, 'device')} that ${devices === 1 ? 'follows' : 'follow'} ${name}, and is in the app for everybody. 'notify ${event.id}' says how many were reached.\n`,
  )
  return 0
}

/** English as people type it first; another language needs both of its texts. */
function readTexts(flags: Flags): Partial<Record<Language, NoticeText>> {
  const texts: Partial<Record<Language, NoticeText>> = {}
  for (const [language, ending] of [
    ['en', ''],
    ['es', '-es'],
  ] as const) {
    const title = flags[`title${ending}`]?.trim()
    const text = flags[`text${ending}`]?.trim()
    if (title === undefined && text === undefined) continue
    if (title === undefined || text === undefined) {
      throw new UsageFault(`A message needs --title${ending} and --text${ending}.`)
    }
    if (title === '' || title.length > longestNoticeTitle || !isPlainLine(title)) {
      throw new UsageFault(`--title${ending} must be one line of 1 to ${longestNoticeTitle} characters.`)
    }
    if (text === '' || text.length > longestNoticeText || !isPlainText(text)) {
      throw new UsageFault(`--text${ending} must have 1 to ${longestNoticeText} characters.`)
    }
    texts[language] = { title, text }
  }
  return texts
}

async function showNotices({ services, tenant, event, print }: EventCommandContext): Promise<number> {
  const { alerts, devices } = await services.database.inTenant(tenant.id, async (tx) => ({
    alerts: await listLastAlerts(tx, event.id),
    devices: await countFollowers(tx, event.id),
  }))
  print(toAlertTable(alerts, event.time_zone))
  print(
    `${toCountText(devices, 'device')} ${devices === 1 ? 'follows' : 'follow'} ${toVisibleLine(event.name)}. Times are in ${event.time_zone}.\n`,
  )
  return 0
}
