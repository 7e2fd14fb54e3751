// How long something lives, is kept or is waited for: lifetimes of links, codes and proofs, holds and checks of orders,
// retention, and what browsers may keep.
import { dayMs, hourMs, minuteMs, secondMs } from '../../domain/time.ts'

// Sign-ins, links and proofs

/** In place of the old password, which no form asks for. */
export const recentSignInMs = 15 * minuteMs // rules/security 3.1
/** Longer than any sign-in lasts, so that it still helps when one has run out. No browser keeps a cookie longer. */
export const knownDeviceLifeMs = 400 * dayMs // rules/security 3.8
/** Of a browser that placed an order: longer than the next, because a bank may take its time. */
export const placedProofLifeMs = 2 * hourMs // rules/security 3.4
/** From the payment on. */
export const joinedProofLifeMs = 30 * minuteMs // rules/security 3.4
export const lookupProofLifeMs = hourMs // rules/security 2.4
/** Of a file, and of a member's own data. */
export const timedLinkLifeMs = 10 * minuteMs // rules/security 5.52 and 5.84
/** Of the link to an event that is not published yet. */
export const eventPreviewLifeMs = 30 * dayMs // rules/security 5.8
export const newsletterConfirmationLifeMs = 30 * dayMs // rules/security 5.89
/** Of the link that makes a member the first owner. */
export const ownerLinkLifeMs = 10 * dayMs // rules/security 9
/** Of a role for one event, after its last day. */
export const eventRoleDaysAfter = 2 // rules/security 9
export const judgeGrantLifeAfterEventMs = 48 * hourMs // rules/security 2.1
/** A moderator has looked at just this so lately that reporting it again asks nothing new. */
export const decidedReportLifeMs = dayMs

// Codes of members (rules/security 3): who types one has few tries, and who follows a link a secret too long to guess

export interface CodeRule {
  /** Five random bits each. */
  readonly characters: number
  readonly lifeMs: number
  /** After this many wrong ones for the member, it is dead even for the right one. */
  readonly mostWrongTries: number
  /** A new code of the kind leaves earlier ones alive. */
  readonly isKept?: true
}

/** Something else counts those who type it. */
const manyTries = 1_000_000

export const memberCodeRules = {
  // who types it is counted, or strangers would spoil it: 32⁸ codes need more addresses than there are
  setup: { characters: 8, lifeMs: 15 * minuteMs, mostWrongTries: manyTries }, // rules/security 3.4
  // a wrong one is no member's: tries are counted by address
  link: { characters: 8, lifeMs: 10 * minuteMs, mostWrongTries: manyTries }, // rules/security 3.9
  // tried by `member_login`, whose own limit counts
  temporary: { characters: 14, lifeMs: hourMs, mostWrongTries: manyTries }, // rules/security 3.6
  invitation: { characters: 26, lifeMs: dayMs, mostWrongTries: manyTries }, // rules/security 3.5
  'email-proof': { characters: 8, lifeMs: 15 * minuteMs, mostWrongTries: 5 }, // rules/security 3.11
  'email-change': { characters: 26, lifeMs: dayMs, mostWrongTries: manyTries },
  // each change has its own way back
  'password-undo': { characters: 26, lifeMs: 72 * hourMs, mostWrongTries: manyTries, isKept: true }, // rules/security 3.1
  'email-undo': { characters: 26, lifeMs: 72 * hourMs, mostWrongTries: manyTries, isKept: true }, // rules/security 3.1
} as const satisfies Readonly<Record<string, CodeRule>>

/** A code with less time left is not sent again: a new one is made. */
export const leastCodeLifeLeftMs = 5 * minuteMs

// Orders: holds (rules/payments 3.3) and checks (rules/payments 3.4). `holdMs` is in src/domain/order.ts

/** While the bank authenticates, a hold is extended by this much each time, up to this much in all. */
export const holdExtraMs = 5 * minuteMs
export const longestHoldMs = 30 * minuteMs
/** Of the last tenth of a thing, a hold gives way after this time, unless the bank has its payment. */
export const firmHoldMs = 3 * minuteMs
/** What was held and given up within this time counts like one hold with what is held now. */
export const heldAgainMs = 2 * hourMs
/** How soon after the order is placed the sweeper checks it for the first time. */
export const firstOrderCheckMs = minuteMs
/** Often while the buyer may still be waiting, then less often: up to which age, and after which pause. */
export const orderChecks = [
  { ageMs: 30 * minuteMs, pauseMs: firstOrderCheckMs },
  { ageMs: 2 * hourMs, pauseMs: 5 * firstOrderCheckMs },
  { ageMs: dayMs, pauseMs: 15 * firstOrderCheckMs },
  { ageMs: Number.POSITIVE_INFINITY, pauseMs: 6 * hourMs },
] as const
/** For this long unfinished orders are checked again. */
export const unfinishedOrderMs = dayMs
/** The same while a saved card is tried again, and its holder may confirm the payment. */
export const savedCardOrderMs = 10 * dayMs
/** How often orders that were paid with other keys are checked, in case those keys come back. */
export const otherKeysCheckMs = hourMs
/** A receipt that nobody has claimed is refunded after this time. */
export const unclaimedPaymentMs = dayMs
/** A refund that the provider has accepted but not finished is checked again after this time. */
export const slowRefundMs = hourMs
/** The provider's signature may be so old. */
export const webhookToleranceSeconds = 300 // rules/payments 3.7
/** A setup whose outcome arrives later than this takes no other card's place as the default. */
export const freshCardSetupMs = hourMs

// What officers sell for cash or a cheque

/** The same things for the same buyer within this time are a repetition, until the officer says that they are not. */
export const sameHandSaleMs = 10 * minuteMs
/** The same for what a member pays for their membership. */
export const sameDuesMs = 30 * dayMs
/** The same note within this time may be the same cheque. */
export const sameNoteMs = 30 * dayMs
/** How many days ago the money of an order may have come that an officer types now. */
export const handSaleDaysBack = 60
/** The same part of the same line's price that goes back within this time is a repetition. */
export const samePartRefundMs = 10 * minuteMs

// Renewals

/** After so many days from the first try a declined renewal is tried again. */
export const renewalRetryDays = [1, 3, 5, 7] as const
/** If the server was down meanwhile, so much passes between two tries all the same. */
export const leastRenewalPauseMs = dayMs
/** A membership that ended while the server was down is still renewed so many days later. */
export const renewalCatchUpDays = 35
/** A club is checked at its midnight, and this often: its time zone and its members' choices may change. */
export const longestRenewalRestMs = 6 * hourMs
/** A second press without a period, that late after a renewal, means the same renewal. */
export const sameRenewalPressMs = 10 * minuteMs
/** If the process dies, the charge is finished by a job after this time. */
export const unfinishedChargeMs = 2 * minuteMs

// Messages

/** What comes within this time after the first becomes one message. Sending it takes less than three minutes. */
export const alertGatherMs = 2 * minuteMs
/** Later nobody is told any more, for instance because no push service could be reached. */
export const alertLifeMs = dayMs
/** A push service keeps a message no longer for a device that is away. */
export const longestPushTtlSeconds = dayMs / secondMs
/** RFC 8292: at most a day. */
export const pushSignatureLifeMs = 12 * hourMs
/** A push service that cannot be reached, or does not say for how long, is left alone for so long. */
export const pushServiceRestMs = minuteMs / 2
/** One that wants us to wait longer is asked again after this time. */
export const longestPushServiceRestMs = hourMs // rules/security 6.4

// Retention: how long what is over stays

/** Messages in the app, and the counts of their deliveries for officers. */
export const alertRetentionMs = 60 * dayMs
/** The same unique key is refused so long after its job was done. */
export const doneJobRetentionMs = 30 * dayMs
/** So long an officer can try a failed job again. After that its payload is deleted too. */
export const failedJobRetentionMs = 90 * dayMs
/** Counts of windows that ended this long ago are deleted. */
export const attemptRetentionMs = dayMs
/** For so long an expired code can be told from one that never was. */
export const memberCodeRetentionMs = 30 * dayMs
/** Shifts that were asked for and never confirmed, after the mail's link has run out. */
export const unconfirmedShiftRetentionMs = 7 * dayMs
/** Longer than any import or call takes from storing a picture's files to the row that names it. */
export const unusedPictureRetentionMs = dayMs
/** No request of ours to the storage is on its way any more after this time. */
export const unendedRemovalMs = 2 * minuteMs

// What browsers, phones and proxies keep

/** Under an address that names its content. */
export const immutableSeconds = 31_536_000
/** Under any other address of the build. */
export const plainFileSeconds = 3600
/** A proxy may carry the load of a show: it asks so often, and answers so long with what it has. */
export const packInProxy = { freshSeconds: 10, staleSeconds: 30 } as const
/** How long phones at a show go on with a pack while the club sells: what is newer travels beside it. */
export const packLifeWhileSellingMs = 6 * hourMs
export const onlyHttpsSeconds = 63_072_000

// What officers' commands look at

/** Back and ahead, without `--since` and `--until`. */
export const duesDays = 60
export const reconcileDays = 35
/** Around the event: setting up and clearing away may be in its schedule too. */
export const scheduleDaysAround = 7
/** An event of a calendar that has been repeated more often, or after more days, is not looked at any more. */
export const longestRepeatDays = 366 * 20
/** So long after the show a calendar's own time zones are worked out. */
export const zoneDaysAhead = 400
export const longestCalendarEntryMs = 16 * hourMs

// What the doctor warns of

export const fewCertificateDays = 14
/**
 * Codes that count by the clock fail far beyond it. Of two machines, each may be off by so much, and what one of them has
 * taken to do is still left alone by the other: every lease is longer than its work by more than twice as much.
 */
export const largestClockGapMs = 4 * secondMs
/** A backup is made each night. */
export const oldBackupMs = 30 * hourMs
export const staleBackupMs = 7 * dayMs

// Log

export const repeatedFaultsMs = minuteMs
