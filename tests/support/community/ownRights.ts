// The rights on what each has for themselves, as rows 83, 85, 87 and 88 of the actions give them: everybody who is signed
// in on their own, also the expired where it is about their own data and account.
import type { RightsAction, RightsTable } from './rights.ts'

const own = 'their own'

const everybody: RightsAction = { input: () => ({}), answer: () => 'done', isOpenToExpired: true }

export const ownRights: RightsTable = {
  about: 'what is their own',
  things: [own],
  make: async () => ({ [own]: 0 }),
  actions: {
    get_member_alerts: { input: () => ({}), answer: () => 'done' },
    get_own_data_link: everybody,
    get_additional_emails: everybody,
    add_additional_email: {
      ...everybody,
      input: (_id, turn) => ({ email: `more${turn}@additional.example` }),
    },
    remove_additional_email: { ...everybody, input: () => ({ email: 'nobodys@additional.example' }) },
    close_member: {
      // nobody's address, so that nobody goes
      input: () => ({ username: 'nobody@harbor.example' }),
      answer: () => 'account-not-found',
      isOpenToExpired: true,
    },
  },
}
