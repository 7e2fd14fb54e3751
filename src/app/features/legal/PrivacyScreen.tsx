// What is stored about people, where, and why.
import { Trans, useLingui } from '@lingui/react/macro'
import { platform } from '../../../domain/platform.ts'
import { ClubContact } from '../../text/ClubContact.tsx'
import { LegalPage, LegalSection } from './LegalPage.tsx'

export function PrivacyScreen() {
  const { t } = useLingui()
  const { name } = platform
  return (
    <LegalPage title={t`Privacy policy`}>
      <p>
        <Trans>
          This page says what the {name} software keeps. The club whose portal you use decides what it asks
          you for, and answers for it.
        </Trans>
      </p>
      <LegalSection title={<Trans>On your device</Trans>}>
        <p>
          <Trans>
            Your language, the events that you opened with their pictures, your favourites, and, while you are
            signed in, your sign-in and the last pages that you read. Signing out removes what is private;
            your member number stays until you sign in again, so that your other tabs know. Clearing this
            site's data in the browser removes everything.
          </Trans>
        </p>
        <p>
          <Trans>
            A purchase that you began stays on the device as you filled it in, for 24 hours if you are not
            signed in. The card's number is not part of it. What is in your cart stays until you buy it or
            sign out.
          </Trans>
        </p>
        <p>
          <Trans>
            What you have for an event stays on the phone with its codes, so that you can show it without a
            connection: until sixty days after the event, or until you remove it. If you are signed in, it
            goes when you sign out, unless you then leave it on the phone.
          </Trans>
        </p>
        <p>
          <Trans>
            A post or comment that you began stays on the device until you post or discard it. When you sign
            out you are asked, and it is deleted. The portal shows it only to you.
          </Trans>
        </p>
        <p>
          <Trans>
            A ballot stays on the phone until the club has it, with the name and e-mail address that you gave.
            Afterwards the choices stay for 30 days, without the name and the address. A judge's phone keeps
            score sheets in the same way, and the proof that the judge has verified.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>On the club's server</Trans>}>
        <p>
          <Trans>
            Under your profile you can take what the club's server has of you as one file, and close your
            account. Closing removes your details, your pictures, rides and listings, your saved cards and
            your devices. Your orders with their receipts stay, and your posts as those of a former member.
          </Trans>
        </p>
        <p>
          <Trans>
            What you enter in the portal, such as your name, your e-mail address and your membership.
            Passwords are kept only as a fingerprint from which they cannot be read.
          </Trans>
        </p>
        <p>
          <Trans>
            If you allow notifications: the address and the keys that your browser gives for them, your
            language, the events that you open with it from then on, and your favourites in their schedules,
            for the reminder. If you sign in there, also that the device is yours, until you sign out. All of
            it is deleted when your browser's push service says that the device is gone. Messages pass through
            that service encrypted, and say nothing about you. To which device or e-mail address one was sent,
            and whether it arrived, stays for 60 days.
          </Trans>
        </p>
        <p>
          <Trans>
            If you ask for a private address for your calendar: that address. Whoever has it reads the club's
            activities, and nothing about you. It ends when you make a new one, and with your membership.
          </Trans>
        </p>
        <p>
          <Trans>
            Your orders and donations, with the name, the postal address, the telephone number and the e-mail
            address that you gave for them; for the store also where it is sent. If you agree that a card is
            kept for renewing, the payment provider keeps it; the club's server keeps its brand, its last four
            digits, its expiration date and your agreement.
          </Trans>
        </p>
        <p>
          <Trans>
            What you buy or do at an event. For a vehicle: the vehicle, its number and class, and its owner's
            name, postal address, telephone number, e-mail address, notes and answers to the club's questions.
            For tickets: the buyer's name, postal address, telephone number and e-mail address, the code of
            each ticket, the answers for it, and when it was used. For vendors' spaces: the same details of
            the vendor, with the description and the tax id that the club asks for. For volunteers: name,
            telephone number, e-mail address, thank-you gift and shifts. Each car, space and shift has a code
            for the gate.
          </Trans>
        </p>
        <p>
          <Trans>
            Everybody can see a vehicle with its number and class, and a vendor's name, kind and spaces.
            Owners, ticket buyers, volunteers, and a vendor's address, description and tax id are for the
            club's officers. Of a buyer, others learn only what the next paragraph says.
          </Trans>
        </p>
        <p>
          <Trans>
            Whoever enters your e-mail address to look up purchases of an event sees your name, your city, and
            what you bought or registered there. The house number and the street are masked, and neither the
            telephone number nor the codes of tickets are shown. Only a few look-ups are possible; the rest
            goes to your mailbox.
          </Trans>
        </p>
        <p>
          <Trans>
            What you share with the other members: posts, comments, reactions, rides, listings and images. The
            roster shows them what you allow in your profile. What you delete is shown to nobody any more, but
            stays in the club's records.
          </Trans>
        </p>
        <p>
          <Trans>
            If you report a post: your reason, your name and what you reported, for the moderators, also if
            its author changes or deletes it. Also what moderators changed, hid or removed, and whom they
            muted.
          </Trans>
        </p>
        <p>
          <Trans>
            Ballots with their votes and, if you gave them, your name and e-mail address. The judges' score
            sheets, names and telephone numbers.
          </Trans>
        </p>
        <p>
          <Trans>
            To stop people from guessing, the server counts tries to sign in and to look up a membership by
            network address. Its log may hold fingerprints of looked-up addresses, and no names.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What does not happen</Trans>}>
        <p>
          <Trans>
            There are no advertisements, no trackers and no counting of visitors by others. Nothing is loaded
            from foreign servers, unless you pay by card: then the fields for the card come from the payment
            provider, and the card's number never reaches the club.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Your rights</Trans>}>
        <p>
          <Trans>Ask your club to see, correct or delete what it keeps about you.</Trans>
        </p>
        <ClubContact />
      </LegalSection>
    </LegalPage>
  )
}
