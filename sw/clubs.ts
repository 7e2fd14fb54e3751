// Under which club the device files what an address is about.
import { createAnswers } from '../src/offline/answers.ts'

/** As the page saves it (session/clubOfHost). */
const clubOfHostName = 'showfield:club-of-host'

/** The club of the address, else the one that the host names; '' if nobody has said which. */
export async function findFiledClub(url: URL): Promise<string> {
  const named = url.searchParams.get('subdomain')
  if (named !== null && named !== '') return named
  try {
    const answer = (await createAnswers().find(clubOfHostName))?.answer
    return typeof answer === 'string' ? answer : ''
  } catch {
    return '' // a device that saves nothing has filed nothing
  }
}
