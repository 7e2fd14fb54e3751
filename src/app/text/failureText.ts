// The text for every way in which a call can fail.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Unreachable } from '../../contract/caller.ts'
import { type DeskFailureCode, Failure, type FailureCode } from '../../contract/failures.ts'
import { holdMs } from '../../domain/order.ts'
import { NotSaved, type NotSavedReason } from '../../offline/notSaved.ts'

const somethingWrong = msg`Something went wrong`

const texts = {
  'not-found': msg`This could not be found.`,
  'method-not-allowed': somethingWrong,
  'unsupported-media-type': somethingWrong,
  'body-too-large': msg`This is too large to send.`,
  'body-too-slow': msg`The connection is too slow at the moment. Please try again.`,
  'bad-json': somethingWrong,
  'unknown-action': msg`This app is older than the club's server. Reload the page to get the new version.`,
  'cross-site': somethingWrong,
  'unknown-tenant': msg`There is no club at this address.`,
  'tenant-mismatch': msg`This sign-in belongs to another club.`,
  'needs-signin': msg`Your sign-in has ended. Sign in again to continue.`,
  'needs-grant': msg`Your verification has ended. Verify again to continue.`,
  'invalid-input': msg`Something in this form is not right. Check the fields and try again.`,
  'key-reused': somethingWrong,
  'too-many-requests': msg`Too many attempts. Wait a little and try again.`,
  internal: somethingWrong,
  unavailable: msg`The club's server is not available at the moment. Try again in a minute.`,
  'event-not-found': msg`This event is not available.`,
  'make-not-found': msg`This make is not in the list.`,
  'account-not-found': msg`There is no member with this e-mail address.`,
  // the server's own sentences under the fields of the sign-in
  'wrong-password': msg`The e-mail address or the password is not right.`,
  'membership-expired': msg`Your membership has expired.`,
  'child-membership': msg`This is a child membership and cannot be used to renew a membership.`,
  'life-member': msg`This is a membership for life. There is nothing to renew.`,
  'already-member': msg`This e-mail address has a membership of another type already. Renew that one, or ask an officer of the club to change its type.`,
  'renewal-too-early': msg`The membership of this e-mail address still runs, and it is too early to renew it.`,
  'lookup-expired': msg`More than an hour has passed since the membership was looked up. Look it up again.`,
  'bad-endpoint': msg`This browser's notifications cannot be used here.`,
  'voter-not-found': msg`The club has no such ballot. Check the link, or ask an officer of the club.`,
  'ballot-void': msg`The club has withdrawn this ballot. Ask an officer for a new one.`,
  'ballot-used': msg`Ballots can only be used one time.`,
  'voting-not-used': msg`This event does not use ballots.`,
  'voting-not-begun': msg`Voting has not begun`,
  'voting-ended': msg`Voting has ended`,
  'bad-vote': msg`Manual entries must start with the class number and contain only digits.`,
  'too-many-votes': msg`There are more votes in one class than the club allows.`,
  'judging-not-used': msg`This event does not use judging`,
  'judging-not-begun': msg`Judging has not begun yet.`,
  'judging-ended': msg`This event has ended and judging is no longer allowed.`,
  'invalid-judge': msg`Enter your judging id, or open the link that an officer gave you.`,
  'bad-code': msg`This code is not right, or it has run out. Ask for a new one.`,
  'bad-link': msg`This link has been used already, or was replaced. Ask an officer for a new one, or verify with your judging id.`,
  'link-code-wrong': msg`There is no such code. Check each character, or make a new code where you are signed in.`,
  'link-code-used': msg`This code has been used already. Make a new one where you are signed in.`,
  'link-code-ended': msg`This code has run out, or a newer one has taken its place. Make a new one where you are signed in.`,
  'membership-card-not-found': msg`The club has no such card. It may have been renewed: ask to see the card again.`,
  'car-not-found': msg`There is no car with this number at this event.`,
  'form-not-found': msg`This judging form is no longer there.`,
  'form-not-allowed': msg`You may not use this judging form.`,
  'bad-scores': msg`The scores do not fit the judging form. Check each one and send the sheet again.`,
  'price-changed': msg`The price has changed. Nothing was charged. Check the new total and pay again.`,
  'nothing-to-pay': msg`There is nothing to pay for this order.`,
  'amount-too-small': msg`Cards cannot be charged less than $0.50.`,
  'amount-too-large': msg`Cards cannot be charged more than $999,999.99.`,
  'weak-password': msg`The password must have at least 8 characters, with at least 1 upper case letter, 1 lower case letter, 1 number and 1 special character.`,
  'common-password': msg`This is one of the passwords that strangers try first. Please choose another one.`,
  'signin-too-old': msg`Please log in again to change your password.`,
  'signin-too-old-for-email': msg`Please log in again to change your e-mail address.`,
  'signin-too-old-for-this': msg`Please log in again to do this.`,
  'no-right': msg`Your role in the club does not allow this.`,
  'last-owner': msg`The club needs an owner. Make somebody else an owner first.`,
  'signin-too-old-to-close': msg`Please log in again to close your account.`,
  'has-additional-logins': msg`Your membership has additional logins. Remove them first, then close your account.`,
  'too-many-additional-emails': msg`You have as many additional addresses as there may be. Remove one first.`,
  'password-change-needed': msg`Please choose a new password first.`,
  'sold-out': msg`This is no longer available. Nothing was charged.`,
  'too-many-held': msg`Too many orders are being paid from your network at the moment. Finish one of them, or try again in 15 minutes. Nothing was charged.`,
  'order-not-found': msg`This order was not found.`,
  'nothing-costs-that': msg`Nothing that can be bought costs this amount. Nothing was charged.`,
  'order-expired': msg`The time to pay for this order has run out.`,
  'not-paid': msg`This order has not been paid yet.`,
  'already-paid': msg`This order has been paid already.`,
  'type-not-found': msg`This membership type is no longer offered.`,
  'bad-years': msg`This number of years cannot be chosen.`,
  'renewal-not-found': msg`This membership cannot be renewed here. Ask an officer of the club for help.`,
  'renewal-changed': msg`Your membership has changed meanwhile. Look at it again.`,
  'renewal-declined': msg`Your saved card was declined. Nothing was charged. Try another card.`,
  'renewal-needs-holder': msg`Your bank wants you to confirm this payment. Nothing was charged yet.`,
  'no-saved-card': msg`There is no saved card to charge. Add a card under Payments first.`,
  'card-not-found': msg`This card is not among your saved cards any more.`,
  'volunteering-closed': msg`Volunteers cannot sign up for this event now.`,
  'shift-full': msg`A shift that you chose is full now, so none was taken. Choose another one and try again.`,
  'shift-over': msg`A shift that you chose is over, so none was taken. Choose another one and try again.`,
  'shift-given-back': msg`This shift was given back. Sign up again if you want it.`,
  'shift-unconfirmed': msg`This shift was not confirmed in time. Sign up again if you want it.`,
  'registration-not-open': msg`Online event registration has not begun yet.`,
  'registration-ended': msg`We're sorry, online event registration has ended.`,
  'vendor-sales-ended': msg`We're sorry, vendor sales have ended.`,
  'ticket-sales-ended': msg`We're sorry, ticket sales have ended.`,
  'member-not-found': msg`There is no such member.`,
  'email-taken': msg`This e-mail address belongs to another login of the club. Use another one.`,
  'too-many-logins': msg`Your membership has 10 additional logins already. Remove one first.`,
  'no-logins': msg`Your membership does not include additional logins.`,
  'bad-mail-code': msg`This link has been used already, was replaced, or has run out.`,
  'not-allowed': msg`Only the person who made this, or a moderator of the club, may change it.`,
  'member-muted': msg`A moderator of the club has muted you, so you cannot write here at the moment. Ask an officer if you think that this is a mistake.`,
  'post-not-found': msg`This post is not there any more.`,
  'topic-not-found': msg`This topic is not there any more. Choose another one.`,
  'ride-not-found': msg`This ride is not there any more.`,
  'too-many-rides': msg`You have 20 rides already. Delete one first.`,
  'listing-not-found': msg`This listing is not there any more.`,
  'file-not-found': msg`This file is not there any more.`,
  'own-data-not-found': msg`This link has run out. Make a new one.`,
  'calendar-not-found': msg`This calendar is not there any more.`,
  'not-a-picture': msg`This is not a picture that can be used. Choose a PNG or JPEG picture.`,
  'picture-too-large': msg`This picture is too large. Choose a smaller one.`,
  'picture-broken': msg`This picture is damaged and cannot be read. Choose another one.`,
  'pictures-busy': msg`Too many pictures are being read at the moment. Try again in a minute.`,
  'payments-unavailable': msg`Card payments are not available at the moment. Try again in a minute; what you order is charged once at most.`,
} satisfies Record<Exclude<FailureCode, DeskFailureCode>, MessageDescriptor>

/** What only the officers' desk can be told has its texts there. */
function isTold(code: FailureCode): code is keyof typeof texts {
  return Object.hasOwn(texts, code)
}

const unreachable = msg`The club's server could not be reached. Check the connection and try again.`

const notSaved = {
  'no-room': msg`Not saved: this phone has no room left. Make room and try again; what you entered is still here.`,
  'no-storage': msg`Not saved: this browser gives no storage, as in a private window. What you entered is still here; try again.`,
  'no-answer': msg`Not saved: this phone's storage does not answer. What you entered is still here; try again.`,
  failed: msg`Not saved: something went wrong on this phone. What you entered is still here; try again.`,
} satisfies Record<NotSavedReason, MessageDescriptor>

/** One sentence for anything that was thrown. For an internal failure its reference follows. */
export function toFailureText(i18n: I18n, error: unknown): string {
  if (error instanceof Unreachable) return i18n._(unreachable)
  if (error instanceof NotSaved) return i18n._(notSaved[error.reason])
  if (!(error instanceof Failure)) return i18n._(somethingWrong)
  const { code, details } = error
  if (code === 'too-many-requests' && details.retryAfter !== undefined) {
    const minutes = Math.max(1, Math.ceil(details.retryAfter / 60))
    return i18n._(msg`Too many attempts. Try again in ${minutes} min.`)
  }
  if (code === 'too-many-held' && details.mostHeld !== undefined) {
    const { mostHeld } = details
    return i18n._(
      msg`At most ${mostHeld} of this can wait for a payment from your network or account at a time. Pay for them, then order more. Nothing was charged.`,
    )
  }
  // the other limit of what is held ends with a hold
  if (code === 'too-many-held' && (details.retryAfter ?? 0) * 1000 > holdMs) {
    return i18n._(
      msg`So much was held from your network without being paid that it has to wait up to two hours. Nothing was charged. Ask the club's officers if you cannot wait.`,
    )
  }
  if (code === 'sold-out') {
    const names = (details.faults ?? []).map(({ message }) => message).join(', ')
    if (names !== '') return i18n._(msg`No longer available: ${names}. Nothing was charged.`)
  }
  if (code === 'shift-full') {
    const names = (details.faults ?? []).map(({ message }) => message).join('; ')
    if (names !== '')
      return i18n._(
        msg`Full now: ${names}. So none of the shifts that you chose was taken. Choose others and try again.`,
      )
  }
  if (code === 'shift-over') {
    const names = (details.faults ?? []).map(({ message }) => message).join('; ')
    if (names !== '')
      return i18n._(
        msg`Over already: ${names}. So none of the shifts that you chose was taken. Choose others and try again.`,
      )
  }
  const sentence = i18n._(isTold(code) ? texts[code] : somethingWrong)
  return details.reference === undefined ? sentence : `${sentence} (${details.reference})`
}

/** Whether the connection is the cause, so that a screen can say what is still readable. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Failure && error.code === 'unavailable')
}

/** As far as the browser knows, the request did not leave the device: no timeout and no refusal. */
export function hasNoNetwork(error: unknown): boolean {
  return error instanceof Unreachable && error.cause instanceof TypeError
}
