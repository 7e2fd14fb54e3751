// What a letter is written from where no club and no database is needed.
import type { LetterContext } from '../../../src/server/mail/letterContext.ts'

export function makeLetterContext(language: 'en' | 'es'): LetterContext {
  return {
    language,
    club: 'Alder Hollow Motor Club',
    contact: '',
    timeZone: 'America/New_York',
    isTest: true,
    host: 'club.example',
    to: 'reader@example.org',
    at: 0,
    findAddress: (path, fragment = {}) => `https://club.example${path}#${new URLSearchParams(fragment)}`,
    makeMemberCode: async () => 'ABCDEFGH',
    makeShiftCode: async () => 'shift-code',
    makeNewsletterCode: async () => 'newsletter-code',
    findMembershipEnd: async () => '2028-05-01',
    readSharedFile: async () => ({
      name: 'Rules of the club',
      contentType: 'application/pdf',
      content: Buffer.from('the rules'),
    }),
  }
}
