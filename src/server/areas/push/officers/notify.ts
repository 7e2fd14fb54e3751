// `club -- notify EVENT`: an officer writes to those who follow an event, and sees how many were reached.
import { isPlainLine, isPlainText } from '../../../../domain/shapes/plainText.ts'
import { longestNoticeText, longestNoticeTitle } from '../../../limits/sizes.ts'
import { type Command, type EventCall, eventWay } from '../../../officers/command.ts'
import { text, UsageFault, type ValuesOf } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { toAlertTable } from './alerts.ts'
import * as acts from './noticeActs.ts'

const options = { title: text, text, 'title-es': text, 'text-es': text }

// what a locked phone shows of it
export const notifyCommand: Command = {
  takes: 'event',
  alone: eventWay({
    options,
    help: `notify EVENT --title TEXT --text TEXT [--title-es TEXT] [--text-es TEXT]
                                          writes to the phones that follow the event, at once, and into the
                                          app; readers of the other language get the one text if there is one
  notify EVENT                            what was sent of the event, and how many devices were reached`,
    run: (call, given) =>
      Object.values(given).some((value) => value !== undefined)
        ? sendNotice(call, readTexts(given))
        : showNotices(call),
  }),
}

async function sendNotice({ act, event, print }: EventCall, texts: acts.NoticeTexts): Promise<void> {
  const devices = await act(acts.sendNotice, texts)
  const name = toVisibleLine(event.name)
  print(
    devices === 0
      ? `No device follows ${name} yet. The message is in the app for everybody who opens it.\n`
      : `The message goes to ${toCountText(devices, 'device')} that ${devices === 1 ? 'follows' : 'follow'} ${name}, and is in the app for everybody. 'notify ${event.id}' says how many were reached.\n`,
  )
}

/** English as people type it first; another language needs both of its texts. */
function readTexts(given: ValuesOf<typeof options>): acts.NoticeTexts {
  const texts: acts.NoticeTexts = {}
  for (const [language, ending] of [
    ['en', ''],
    ['es', '-es'],
  ] as const) {
    const title = given[`title${ending}`]?.trim()
    const body = given[`text${ending}`]?.trim()
    if (title === undefined && body === undefined) continue
    if (title === undefined || body === undefined) {
      throw new UsageFault(`A message needs --title${ending} and --text${ending}.`)
    }
    if (title === '' || title.length > longestNoticeTitle || !isPlainLine(title)) {
      throw new UsageFault(`--title${ending} must be one line of 1 to ${longestNoticeTitle} characters.`)
    }
    if (body === '' || body.length > longestNoticeText || !isPlainText(body)) {
      throw new UsageFault(`--text${ending} must have 1 to ${longestNoticeText} characters.`)
    }
    texts[language] = { title, text: body }
  }
  return texts
}

async function showNotices({ act, event, print }: EventCall): Promise<void> {
  const { alerts, devices } = await act(acts.listNotices)
  print(toAlertTable(alerts, event.time_zone))
  print(
    `${toCountText(devices, 'device')} ${devices === 1 ? 'follows' : 'follow'} ${toVisibleLine(event.name)}. Times are in ${event.time_zone}.\n`,
  )
}
