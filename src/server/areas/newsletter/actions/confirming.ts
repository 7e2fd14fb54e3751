// What the links in mails about newsletters do, for people who need not be signed in.

import type { Context } from '../../../dispatch/handler.ts'
import { newsletterConfirmationLifeMs } from '../../../limits/times.ts'
import { lockActiveMember } from '../../../member/db/activeMember.ts'
import { setChoices } from '../../../member/db/memberSettings.ts'
import { confirmAddress, stopAddress } from '../db/additionalEmail.ts'
import { openNewsletterLinks } from '../links/newsletterLinks.ts'

const deadLink = 'This link has been used already, was replaced, or has run out.'

export async function confirmNewsletter(
  { tx, tenant, now, services, fail }: Context<'confirm_newsletter'>,
  code: string,
): Promise<Record<string, never>> {
  const reader = (await openNewsletterLinks(services)).read(tenant.uuid, 'confirm', code)
  const isConfirmed =
    reader !== undefined &&
    (await lockActiveMember(tx, reader.memberId)) &&
    (await confirmAddress(tx, {
      ...reader,
      at: new Date(now),
      since: new Date(now - newsletterConfirmationLifeMs),
    }))
  return isConfirmed ? {} : fail('bad-mail-code', deadLink)
}

/** Works for as long as the address is there, and as often as it is pressed. */
export async function stopNewsletter(
  { tx, tenant, now, services, fail }: Context<'stop_newsletter'>,
  code: string,
): Promise<Record<string, never>> {
  const reader = (await openNewsletterLinks(services)).read(tenant.uuid, 'stop', code)
  if (reader === undefined) return fail('bad-mail-code', deadLink)
  const { memberId, addressId } = reader
  const isStopped =
    addressId === 0
      ? await lockActiveMember(tx, memberId)
      : await stopAddress(tx, { memberId, addressId, at: new Date(now) })
  if (!isStopped) return fail('bad-mail-code', deadLink)
  if (addressId === 0) await setChoices(tx, memberId, { enewsletter: false })
  return {}
}
