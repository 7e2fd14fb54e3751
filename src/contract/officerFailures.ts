// Why what an officer wants is refused: a code for each kind of refusal, with what its sentence needs. No screen
// of the app shows them yet, so they are not among the failures that the browser loads.

export interface PersonName {
  readonly id: number
  readonly fname: string
  readonly lname: string
  readonly email: string
}

/** One of the things that an officer can name. */
export interface NamedThing {
  readonly id: number
  readonly label: string
}

interface OfMember {
  readonly member: PersonName
}
interface OfOrder {
  readonly order: number
}
interface OfPaper {
  /** The number of the paper ballot. */
  readonly paper: string
}
interface OfTicket {
  readonly code: string
  readonly order: number
  readonly line: number
}

/** `typed` is how the officer has named it. `known` are those that there are. */
export type NotFound =
  | {
      readonly thing:
        | 'activity'
        | 'ballot'
        | 'car'
        | 'failed-job'
        | 'file'
        | 'judge'
        | 'judge-to-invite'
        | 'judge-to-revoke'
        | 'member'
        | 'order'
        | 'paper'
        | 'post'
        | 'product'
        | 'ride'
        | 'sheet'
        | 'shared-file'
        | 'sold-things'
        | 'submission'
        | 'ticket-code'
        | 'trail'
        | 'vendor'
      readonly typed: string | number
    }
  | {
      readonly thing: 'class' | 'class-on-sale' | 'folder' | 'form' | 'member-type' | 'ticket'
      readonly typed: string | number
      readonly known: readonly NamedThing[]
    }
  | (OfOrder & { readonly thing: 'line'; readonly typed: number; readonly known: readonly number[] })
  /** Among the spaces of a vendor, or of the event. */
  | { readonly thing: 'space'; readonly typed: string; readonly vendor: string | null }

export type SeveralFit =
  | { readonly thing: 'member'; readonly known: readonly PersonName[] }
  | { readonly thing: 'shared-file' | 'space'; readonly typed: string; readonly known: readonly NamedThing[] }
  | { readonly thing: 'sheet' }
  | { readonly thing: 'space-to-leave'; readonly vendor: string; readonly known: readonly NamedThing[] }

export type AlreadySo =
  | (OfMember & {
      readonly is:
        | 'as-wanted'
        | 'for-life'
        | 'moderator'
        | 'muted'
        | 'not-for-life'
        | 'not-moderator'
        | 'not-muted'
        | 'not-suspended'
        | 'suspended'
    })
  | (OfMember & { readonly is: 'of-type'; readonly type: string })
  | (OfMember & { readonly is: 'tagged'; readonly tag: string })
  | (OfMember & {
      readonly is: 'not-tagged'
      readonly tag: string
      /** The member has it among the other tags: those that only officers see, or those of the roster. */
      readonly isAmong: 'officerTags' | 'tags' | undefined
    })
  | { readonly is: 'published' | 'not-published'; readonly event: NamedThing }
  /** `until`: an ISO instant. */
  | {
      readonly is: 'previewed'
      readonly event: NamedThing
      readonly until: string
      readonly timeZone: string
    }
  | (OfMember & { readonly is: 'valid-until'; readonly expiration: string })
  | (OfOrder & { readonly is: 'sent' | 'not-sent' })
  | (OfPaper & { readonly is: 'paper-void' | 'paper-not-void' | 'with-these-votes' })
  | { readonly is: 'ballot-void'; readonly ballot: number }
  | { readonly is: 'folder'; readonly name: string }
  | { readonly is: 'hidden' | 'shown'; readonly post: number }
  | { readonly is: 'in-class'; readonly car: string; readonly carClass: number }
  | { readonly is: 'judge'; readonly code: string }
  | { readonly is: 'on-space'; readonly vendor: string; readonly space: string }
  | { readonly is: 'sheet-void' | 'sheet-not-void' }

/** Somebody else has it. */
export type Taken =
  | { readonly what: 'car-number' | 'voted-number'; readonly number: string }
  | { readonly what: 'email'; readonly member: PersonName }
  | { readonly what: 'email-just-now' }
  | { readonly what: 'event-ref'; readonly ref: string; readonly event: NamedThing }
  | { readonly what: 'event-name'; readonly name: string; readonly event: NamedThing }
  /** Who had it before can still take it back. */
  | { readonly what: 'email-for-now'; readonly email: string }
  | (OfPaper & { readonly what: 'link'; readonly other: string })
  | (OfPaper & { readonly what: 'link-just-now' | 'link-on-phone' })
  | { readonly what: 'space'; readonly space: string }

/** It is done when the officer says that it is meant. */
export type NeedsYes =
  | (OfMember & { readonly why: 'over-at-once'; readonly to: string })
  | (OfMember & {
      readonly why: 'shorter'
      readonly from: string
      readonly to: string
      readonly isOver: boolean
    })
  | (OfOrder & { readonly why: 'disputed' })
  /** Their only joining was undone, and a renewal has another price. */
  | (OfMember & OfOrder & { readonly why: 'never-paid' })
  /** Dues that cost nothing, and yet somebody gives money for them. */
  | { readonly why: 'free-dues'; readonly name: string; readonly mode: string }
  /** The same part of the same line's price went back just now. */
  | (OfOrder & {
      readonly why: 'refunded-just-now'
      readonly line: number
      readonly cents: number
      /** An ISO instant, and the club's zone. */
      readonly at: string
      readonly timeZone: string
    })
  /** The same was sold to the same buyer just now, or the member's dues were paid lately. */
  | (OfOrder & {
      readonly why: 'dues-paid' | 'sold-just-now'
      readonly name: string
      /** How it was paid, an ISO instant, and the club's zone. */
      readonly mode: string
      readonly at: string
      readonly timeZone: string
      /** The same stands on both, so it may be one cheque; '' otherwise. */
      readonly sameNote: string
    })
  | (OfPaper & { readonly why: 'unknown-cars'; readonly cars: readonly string[] })

export type NotPossible =
  | (OfMember & {
      readonly why: 'additional-login'
      readonly parent: string
      readonly wanted: 'extend' | 'dues' | 'nothing'
    })
  | (OfMember & { readonly why: 'is-suspended' | 'life-member' | 'no-type' })
  | { readonly why: 'no-phone'; readonly typed: string }
  /** An import by table must be told what the roster shows. */
  | { readonly why: 'import-asks'; readonly asks: readonly ('tags' | 'roster')[] }
  | (OfMember & { readonly why: 'has-logins'; readonly logins: readonly PersonName[] })
  | (OfMember & { readonly why: 'last-owner' })
  | { readonly why: 'too-many-tags'; readonly most: number; readonly longest: number }
  /** Another order has extended the membership since, and still stands. */
  | (OfOrder & { readonly why: 'extended-since'; readonly member: number; readonly later: number })
  | (OfOrder & { readonly why: 'not-taken-back'; readonly lines: readonly number[] })
  | (OfOrder & { readonly why: 'nothing-delivered'; readonly state: string })
  | (OfOrder & { readonly why: 'no-email' | 'not-disputed' | 'not-of-store' })
  /** Somebody whose membership still runs joins anew. */
  | (OfMember & { readonly why: 'not-over' })
  /** It costs something, and nobody has said how it was paid. */
  | { readonly why: 'paid-unsaid'; readonly cents: number }
  /** Days of the club. */
  | { readonly why: 'no-day-of-money'; readonly first: string; readonly last: string }
  /** What came is more than it costs. */
  | { readonly why: 'more-than-price'; readonly cents: number; readonly restCents: number }
  /** How it went back, of an order that was paid by card or in cash, or not said of a part of a cheque. */
  | (OfOrder & { readonly why: 'not-by-hand' | 'not-a-cheque' | 'return-unsaid' })
  | { readonly why: 'newsletter-off'; readonly setting: 'newsletter' | 'enewsletter' }
  | { readonly why: 'file-not-here'; readonly name: string }
  | { readonly why: 'file-too-large'; readonly name: string; readonly bytes: number; readonly most: number }
  | {
      readonly why: 'ballot-is-paper'
      readonly ballot: number
      readonly paper: string | null
      readonly event: number
    }
  | (OfPaper & { readonly why: 'ballot-ended' | 'no-open-ballot' | 'other-link' | 'paper-is-void' })
  | (OfPaper & { readonly why: 'counted-often'; readonly times: number })
  | (OfPaper & { readonly why: 'other-votes'; readonly votes: readonly string[] })
  | (OfPaper & { readonly why: 'bad-vote'; readonly vote: string })
  | (OfPaper & { readonly why: 'too-many-votes'; readonly votesPerClass: number; readonly carClass: number })
  | { readonly why: 'no-ticket-code'; readonly typed: string }
  | { readonly why: 'ticket-of-other-event'; readonly code: string; readonly event: NamedThing }
  | (OfTicket & { readonly why: 'ticket-refunded' })
  | (OfTicket & {
      readonly why: 'ticket-used'
      readonly description: string
      readonly name: string
      /** An ISO instant, and the zone of the event. */
      readonly usedAt: string | null
      readonly timeZone: string
    })
  | { readonly why: 'car-judged'; readonly car: string }
  | { readonly why: 'not-published' | 'is-published'; readonly event: NamedThing }
  | { readonly why: 'has-things'; readonly event: NamedThing; readonly count: number }
  | { readonly why: 'day-over' | 'day-is-today'; readonly day: string }
  | { readonly why: 'day-far-away'; readonly day: string; readonly years: number }
  | { readonly why: 'no-number-left'; readonly carClass: number }
  | { readonly why: 'no-number-of-class'; readonly number: string; readonly carClass: number }
  | { readonly why: 'no-space'; readonly vendor: string }
  | { readonly why: 'no-length' | 'until-before-since' }
  | { readonly why: 'too-many-days'; readonly most: number }
  | { readonly why: 'too-many-entries'; readonly day: string; readonly most: number }

export interface WordInTable {
  readonly typed: string
  readonly lines: readonly number[]
}

/** Of a table that an officer brings: what is wrong in a file, a row or a cell, or how it was read. */
export type InTable =
  | {
      readonly what:
        | 'no-headings'
        | 'unended-quote'
        | 'headings-again'
        | 'first-day'
        | 'no-such-id'
        | 'one-case'
        | 'row-comment'
        | 'row-hidden'
        | 'row-struck'
        | 'unstored-formula'
        | 'zip-zero'
    }
  | { readonly what: 'above-headings' | 'lost-cell' | 'lost-vote' | 'no-record'; readonly text: string }
  /** A formula takes it from another row. */
  | { readonly what: 'borrowed-cell'; readonly from: string }
  | { readonly what: 'second-column'; readonly of: TableValue; readonly place: number }
  | { readonly what: 'no-such-column'; readonly typed: string; readonly known: readonly string[] }
  | { readonly what: 'unused-columns'; readonly columns: readonly string[] }
  | { readonly what: 'dates-read'; readonly monthFirst: boolean; readonly proof: string }
  | {
      readonly what: 'either-day'
      readonly typed: string
      readonly days: readonly string[]
      readonly more: number
    }
  | {
      readonly what:
        | 'no-day'
        | 'short-year'
        | 'other-weekday'
        | 'early-day'
        | 'far-day'
        | 'future-day'
        | 'ditto'
      readonly typed: string
    }
  | { readonly what: 'typed-year' | 'far-end'; readonly typed: string; readonly day: string }
  | {
      readonly what: 'read-day'
      readonly typed: string
      readonly day: string
      readonly as: 'month-end' | 'serial' | 'short-year'
    }
  /** By an option: an expiration, or the label of a type. */
  | { readonly what: 'filled'; readonly value: 'expiration' | 'type'; readonly by: string }
  | {
      readonly what:
        | 'empty-word'
        | 'shortened-number'
        | 'no-email'
        | 'no-name'
        | 'no-state'
        | 'no-title'
        | 'foreign-zip'
      readonly typed: string
    }
  | { readonly what: 'no-real-phone' | 'phone-alone'; readonly typed: string }
  | { readonly what: 'no-phone'; readonly typed: string; readonly length?: 'long' | 'no-area-code' }
  | { readonly what: 'two-addresses'; readonly left: readonly string[] }
  | { readonly what: 'area-code'; readonly typed: string; readonly code: string }
  | { readonly what: 'too-long'; readonly length: number; readonly most: number }
  | { readonly what: 'too-many-phones'; readonly most: number }
  | { readonly what: 'too-many-tags'; readonly most: number; readonly longest: number }
  | { readonly what: 'no-type'; readonly typed: string; readonly known: readonly NamedThing[] }
  | { readonly what: 'short-zip'; readonly of: 'five' | 'nine' }
  | { readonly what: 'zip-of-other-state'; readonly typed: string; readonly state: string }
  | { readonly what: 'postal-read'; readonly typed: string; readonly code: string }
  | { readonly what: 'state-read'; readonly typed: string; readonly state: string }
  | { readonly what: 'swapped-zip'; readonly typed: string; readonly other: string }
  | { readonly what: 'country-read'; readonly country: string }
  | {
      readonly what: 'place-in-city'
      readonly typed: string
      readonly city: string
      readonly state: string
      readonly zip: string
    }
  /** A whole name in one cell that is more than "Last, First". */
  | {
      readonly what: 'name-read'
      readonly typed: string
      readonly fname: string
      readonly lname: string
      readonly title: string
      readonly partner: string
      readonly left: readonly string[]
    }
  /** The words of the table that mean no type, or no day, each with its lines. */
  | {
      readonly what: 'no-types'
      readonly words: readonly WordInTable[]
      readonly known: readonly NamedThing[]
    }
  | { readonly what: 'no-ends'; readonly words: readonly WordInTable[] }
  | { readonly what: 'skip-word'; readonly typed: string; readonly name: string }
  | { readonly what: 'life-and-day' | 'life-and-far'; readonly typed: string }
  | { readonly what: 'cut-tags'; readonly typed: string; readonly tags: readonly string[] }
  | { readonly what: 'mended-letters' | 'mended-email'; readonly typed: string; readonly text: string }
  | { readonly what: 'same-number'; readonly typed: string; readonly line: number }
  | { readonly what: 'end-word'; readonly typed: string; readonly expiration: string }
  | { readonly what: 'column-twice' | 'no-paper-headings' | 'no-paper-number' | 'paper-column' }
  | (OfPaper & { readonly what: 'no-voter' | 'no-votes' })
  | { readonly what: 'needs'; readonly value: TableValue }
  | { readonly what: 'needs-column'; readonly value: TableValue; readonly rows: number }
  | { readonly what: 'title-in-name'; readonly typed: string; readonly title: string }
  | { readonly what: 'two-people' | 'no-yes-no'; readonly typed: string }
  | {
      readonly what: 'same-address'
      readonly typed: string
      readonly line: number
      /** The last names are alike, too. */
      readonly isAlike: boolean
    }
  /** `not`: what the row says otherwise, and is not taken. */
  | {
      readonly what: 'same-person'
      readonly typed: string
      readonly line: number
      readonly not: string
    }
  | { readonly what: 'address-of-member'; readonly typed: string; readonly member: PersonName }
  | { readonly what: 'skipped'; readonly typed: string }

/** What a column of a table of members has. */
export type TableValue =
  | 'id'
  | 'email_address'
  | 'name'
  | 'fname'
  | 'lname'
  | 'title'
  | 'partner'
  | 'address'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'phone'
  | 'type'
  | 'expiration'
  | 'memberSince'
  | 'tags'
  | 'officerTags'
  | 'officerNote'
  | 'altMemberId'
  | 'newsletter'
  | 'enewsletter'

export interface OfficerFailures {
  'not-found': NotFound
  'several-fit': SeveralFit
  'already-so': AlreadySo
  taken: Taken
  'needs-yes': NeedsYes
  'not-possible': NotPossible
  'in-table': InTable
  /** The sale was refused, as it would be online. */
  'not-sold': { readonly message: string; readonly faults: readonly string[] }
}

export type OfficerFailureCode = keyof OfficerFailures

/** A code with its details. */
export type Refusal = {
  [C in OfficerFailureCode]: { readonly code: C; readonly details: OfficerFailures[C] }
}[OfficerFailureCode]

/** An expected refusal of what an officer wants. The command line, and later a screen, has its words. */
export class OfficerFailure extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.name = 'OfficerFailure'
    this.refusal = refusal
  }
}
