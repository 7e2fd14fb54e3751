// How often somebody may do something: rate limits, throttles, and budgets against guessing (rules/security 8). The
// name of a row says what is counted and for whom: an address is one of the network, an e-mail is somebody's address.
import type { FailureCode } from '../../contract/failures.ts'
import { codeLifeMs } from '../../domain/scoring.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../domain/time.ts'

/** At most so many within a window of time. */
export interface WindowLimit {
  readonly most: number
  readonly windowMs: number
}

/**
 * Counted for all processes together, in a table that has a hash of the name: under another name everybody would begin
 * anew.
 */
export interface CountedLimit extends WindowLimit {
  readonly name: string
}

/** Other than a window, it never shuts anybody out for longer than a moment. */
export interface Pace {
  readonly perSecond: number
  /** So many at once, after a while without any. */
  readonly burst: number
}

/** Counted by what the member has written, removed or not, in any stretch of this length. */
export interface MemberPace extends WindowLimit {
  readonly table: 'post' | 'topic' | 'post_report' | 'classified'
}

function upTo(most: number, windowMs: number): WindowLimit {
  return { most, windowMs }
}

function counted(name: string, most: number, windowMs: number): CountedLimit {
  return { name, most, windowMs }
}

// All calls (rules/security 8.1), in the memory of each process

export const callsPerAddress = upTo(3000, 5 * minuteMs)
export const callsPerAccount = upTo(1500, 5 * minuteMs)
export const callsPerToken = upTo(300, 5 * minuteMs)
/** Reads that a whole show makes from one address, and deliveries that prove nobody. */
export const uncountedCallsPerAddress: Pace = { perSecond: 100, burst: 6000 }
/** Nobody is refused for them: they only decide whose turn comes first. */
export const failuresPerCaller = upTo(Number.POSITIVE_INFINITY, 5 * minuteMs)
/**
 * A stranger's sign-in counts so many failures until its answer. So a first burst of guesses waits behind members who
 * mistype their password that often on a device of theirs.
 */
export const failuresPerOpenSignIn = 3 // rules/security 3.8
/** Every so manieth turn is for who has waited longest, so that nobody waits for ever. */
export const turnsUntilOldest = 4 // rules/security 3.8 and 8.1
/** Lines in the log. A page that reports again and again must not fill it. */
export const policyReportsLogged = upTo(20, minuteMs)

// Signing in (rules/security 3.8)

/** From strangers alone. */
export const loginFailuresPerAddress = counted('login failures of an address', 25, 5 * minuteMs)
/** From strangers alone, right ones too: a device of the member counts by itself. */
export const loginsPerAccount = counted('logins of an account', 25, hourMs)
export const loginFailuresPerDevice = counted('logins of a device', 25, hourMs)
/** All together: who has once known the password may have signed in on many devices. */
export const loginFailuresOfDevicesPerAccount = counted('logins of the devices of an account', 250, hourMs)
/**
 * Whether a call fails is known at its end, so it counts as a failure until then. Of one target, only so many are
 * on their way in a process: otherwise 26 people of one address who sign in at once would reach their limit. So few that
 * ten processes together stay below every limit that counts failures (rules/security 3.8).
 */
export const triesAtOncePerTarget = 2
/** When more than this many wait for one target, callers are told to come back. */
export const mostTriesWaitingPerTarget = 200

// Passwords, codes and addresses of an account

/** Each costs two hashes. */
export const passwordChangesPerAccount = counted('password changes of an account', 20, hourMs) // rules/security 3.3
/** Of each address by itself, so that nobody spoils a code for who has got it. */
export const setupCodesPerAddress = counted('codes for a first password from an address', 5, 15 * minuteMs) // rules/security 3.4
/** Of all kinds of codes together. */
export const codeMailsPerAccount = counted('codes mailed to an account', 3, hourMs) // rules/security 3.4
export const temporaryPasswordsPerAccount = counted('temporary passwords of an account', 3, hourMs) // rules/security 3.6
export const temporaryPasswordsPerAddress = counted('temporary passwords for an address', 10, hourMs) // rules/security 3.6
/**
 * Such a code names no member, so nobody but the address can be stopped. What it tries is counted before the code is
 * looked at, for the name and for the sign-in together.
 */
export const wrongLinkCodesPerAddress = counted('wrong link codes of an address', 20, hourMs) // rules/security 3.9
export const linkCodesPerMember = counted('link codes of a member', 30, hourMs) // rules/security 5.68
// each means a mail to an address that the member has typed
export const emailChangesPerMember = counted('e-mail changes of a member', 5, hourMs)
export const emailChangesPerEmail = counted('e-mail changes to an address', 3, hourMs)
/** An answer tells whether an address has a login, so nobody can ask for many. */
export const additionalLoginsPerMember = counted('additional logins tried by a member', 20, dayMs) // rules/security 5.5b
export const invitationsPerLogin = counted('invitations of a login', 3, hourMs)
/** Each may be a large download, and nobody needs many. */
export const dataLinksPerMember = counted('data links of a member', 10, hourMs) // rules/security 5.83
/**
 * All strangers together have so many times what one asker has, and so have all own devices. Without an end, many
 * places would fill a mailbox.
 */
export const askersTogether = 4 // rules/security 2.6

// Looking up by e-mail (rules/security 2.4)

// answers that carry a person's data, in one club
export const lookupsPerAddress = counted("look-ups of a club's members from an address", 10, 10 * minuteMs)
export const lookupsPerAddressPerDay = counted(
  "look-ups of a club's members from an address in a day",
  50,
  dayMs,
)
export const lookupsPerEmail = counted('look-ups of a member', 5, hourMs)
/** More of them raise an alarm. */
export const emailsLookedUpPerAddress = counted('e-mail addresses looked up from an address', 20, hourMs)
/** The same one again is not another one. */
export const repeatsPerLookedUpEmail = counted('e-mail address looked up', 1, hourMs)
// mails with what a look-up would show, sent to the address itself
export const lookupMailsPerEmail = counted('look-ups mailed to a person', 3, hourMs)
export const lookupMailsPerAddress = counted('look-ups mailed for an address', 60, hourMs)
// whether there is a password (`purpose: 'signin'`)
export const signInLookupsPerAddress = counted('look-ups from an address', 300, 10 * minuteMs)
export const signInLookupsPerEmail = counted('look-ups of an account', 10, hourMs)

// Wrong ids and codes (rules/security 2): callers that know the right one are not counted

export const missesPerAddress: { readonly [C in FailureCode]?: CountedLimit } = {
  'voter-not-found': counted('unknown voters from an address', 20, 10 * minuteMs), // rules/security 2.3
  'order-not-found': counted('unknown orders from an address', 20, 10 * minuteMs),
  // a tent full of judges may mistype, and open their links again
  'bad-code': counted('wrong codes from an address', 100, 10 * minuteMs), // rules/security 8.2
  'bad-link': counted('wrong links from an address', 100, 10 * minuteMs), // rules/security 8.2
  'bad-mail-code': counted('wrong mail links from an address', 100, 10 * minuteMs), // rules/security 5.89
  'membership-card-not-found': counted('unknown cards from an address', 20, 10 * minuteMs), // rules/security 3.10
  'calendar-not-found': counted('unknown calendars from an address', 100, 10 * minuteMs), // rules/security 5.81
  'file-not-found': counted('unknown files from an address', 100, 10 * minuteMs), // rules/security 5.82
  'own-data-not-found': counted('unknown data links from an address', 100, 10 * minuteMs), // rules/security 5.84
}

// Judges' codes (rules/security 2.1): messages cost the club money

export const judgeCodesPerQuarterHour = counted('codes of a judge', 3, 15 * minuteMs)
export const judgeCodesPerDay = counted('codes of a judge in a day', 10, dayMs)
/** After that no code is sent at all, or the answers would show which judges exist. */
export const unknownJudgesPerAddress = counted('unknown judges', 10, hourMs)
// forty judges with a few codes each stay far below
export const judgeCodesPerEvent = counted('codes of an event', 300, dayMs)
export const judgeCodesPerClub = counted('codes of a club', 1000, dayMs)
/** Of who types a code without the secret of a device that asked for one, whether it is right or not. */
export const judgeCodesTypedPerAddress = counted('codes of a judge from an address', 5, codeLifeMs)
/** After so many wrong ones with it, a device's secret is dead, even for the right code. */
export const wrongJudgeCodesPerDevice = 5
/** The same of a code, for all who type it without such a secret. */
export const wrongJudgeCodesWithoutDevice = 25
/** Codes of a judge that are looked at. Seldom more than one is open. */
export const openCodesPerJudge = 3

// Deliveries of the outbox (rules/security 8.2): never by address, a whole show may share one

/** A phone that was away for the whole show delivers five hundred sheets at once. */
export const sheetsPerGrant: readonly WindowLimit[] = [upTo(600, 10 * minuteMs), upTo(5000, dayMs)]
/** A voter has one ballot. */
export const ballotsPerVoter: readonly WindowLimit[] = [upTo(60, 10 * minuteMs), upTo(200, dayMs)]
/**
 * In the memory of each process: what was answered before is read and not stored again. A bad network may bring it many
 * times.
 */
export const repeatsPerSender = upTo(6000, 10 * minuteMs)
/**
 * More refusals of one principal are answered and not stored: the same call meets them again by itself.
 * Otherwise one printed ballot could fill the disk.
 */
export const refusalsStoredPerSender = 100
/** A batch with more strangers than this is not looked up any further. Its other entries come again later. */
export const unknownSendersPerBatch = 10
export const unknownSendersPauseMs = secondMs

// Orders, cards and what is held

/** Against trying stolen cards; the declines are the other half. */
export const paymentsPerAddress = counted('payments from an address', 600, 10 * minuteMs) // rules/security 5.6
/** Of an order and its e-mail. */
export const declinesPerEmail = upTo(5, 10 * minuteMs) // rules/security 5.6
export const declinedSetupsPerMember = { name: 'declined cards of a member', ...declinesPerEmail }
/** Each order means a request to the provider, who limits them. Orders are settled without hints too. */
export const orderHintsPerAddress = counted('orders hinted at from an address', 600, 10 * minuteMs)
/** How often the provider is asked about an unfinished order, if callers want to know all the time. */
export const providerReadEveryMs = 2 * secondMs
/** A buyer, who has the key, wants to know at once what was charged, even after several declined cards. */
export const providerReadsAtOnce = { key: 2 * declinesPerEmail.most, number: 3 } as const
// what strangers can sign up for without paying, all kinds together
export const signUpsPerEmail = counted('sign-ups of an e-mail', 5, 30 * minuteMs) // rules/security 8.4
export const signUpsPerAddress = counted('sign-ups from an address', 300, 30 * minuteMs) // rules/security 8.4

/** Unpaid orders with scarce things in one club. Enough for shared Wi-Fi. */
export const heldOrdersPerAddress = 30 // rules/payments 3.3
/** Wherever they are: one of them must not keep the store's stock from all. */
export const heldOrdersPerMember = 5 // rules/payments 3.3
/**
 * Of what is left of a thing, this part (a fourth) may wait for payments of one member or address, and always so many
 * pieces. A family has what it needs of anything. A club's bus, and a show's Wi-Fi with many buyers at once, want
 * tickets, of which there are hundreds; of sixty pitches, fifteen wait at once, as many as pay within three minutes.
 */
export const heldPartPerHolder = 4 // rules/payments 3.3
export const leastHeldPiecesPerHolder = 6 // rules/payments 3.3
/**
 * Holding again and again: so many pieces, each for the whole time of a hold, may stay unpaid, or as many as are left,
 * if these are more. Pieces that were given up count for the time for which they were held, so that who corrects a form
 * is not counted twice.
 */
export const unpaidPiecesPerHolder = upTo(100, 2 * hourMs) // rules/payments 3.3
/** Of the last tenth of a thing, what is held idly gives way to the next buyer. */
export const lastPartOfThing = 10 // rules/payments 3.3
/** So many orders are asked about for one buyer. The sweeper has noted which are idle, and they come first. */
export const idleOrdersAskedPerBuyer = 40

// What members write and send

export const postsPerMember: MemberPace = { table: 'post', ...upTo(60, hourMs) } // rules/security 8.7
export const topicsPerMember: MemberPace = { table: 'topic', ...upTo(5, dayMs) } // rules/security 8.7
export const reportsPerMember: MemberPace = { table: 'post_report', ...upTo(20, dayMs) } // rules/security 8.7
export const listingsPerMember: MemberPace = { table: 'classified', ...upTo(20, dayMs) } // rules/security 5.55
/** Of all kinds together. */
export const picturesPerMember = counted('pictures of a member', 30, 30 * minuteMs) // rules/security 8

// Newsletters (rules/security 5.88): each may mean a mail to an address that the member has typed

export const additionalEmailsPerMember = counted('additional addresses of a member', 10, dayMs)
export const membersPerAdditionalEmail = counted('members who name an additional address', 3, dayMs)
/** Of one member to one address, in all: nobody can be mailed again and again because somebody names them. */
export const confirmationMailsPerEmail = 3
/** Between two of them. */
export const confirmationMailPauseMs = dayMs
/** Who has not confirmed is asked again with a later newsletter, but not with each. */
export const newsletterAskPauseMs = 30 * dayMs

// Notifications (rules/security 6.2)

export const subscriptionsPerAddress = counted('subscriptions from an address', 600, hourMs)
/** For each event: a device may follow many. */
export const subscriptionsPerEndpoint = counted('subscriptions of an endpoint', 5, hourMs)
export const subscriptionsPerClub = counted('subscriptions of a club', 20_000, hourMs)
/** A phone that was in a pocket may bring a day's stars, and somebody who invents phones as many as there may be. */
export const newFavouritesPerAddress = counted('favourites of new devices from an address', 12_000, hourMs)
// people star one entry after the other, and a whole show does it from one address
export const favouritesPerAddress = counted('favourites from an address', 6000, hourMs)
export const favouritesPerEndpoint = counted('favourites of an endpoint', 60, hourMs)
export const favouritesPerClub = counted('favourites of a club', 100_000, hourMs)
