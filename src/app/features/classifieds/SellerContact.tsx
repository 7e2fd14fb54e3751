// How to reach the seller. It is read only when somebody wants to know.

import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { formatPhone, isPlusOne, toMailLink, toPhoneLink } from '../../../domain/members/contact.ts'
import { ReadView } from '../../reading/ReadView.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useClubCountry } from '../../session/useClubCountry.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { useSecondTap } from '../../useSecondTap.ts'
import styles from './SellerContact.module.css'

export function SellerContact({ memberId }: { memberId: number }) {
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  const isSecondTap = useSecondTap()
  return (
    <div className={styles.contact}>
      <div>
        <Button
          icon={isShown ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={(event) => {
            if (!isSecondTap(event)) setIsShown(!isShown)
          }}
        >
          {isShown ? <Trans>Hide contact info</Trans> : <Trans>Show contact info</Trans>}
        </Button>
      </div>
      <div id={id}>{isShown && <Contact memberId={memberId} />}</div>
    </div>
  )
}

function Contact({ memberId }: { memberId: number }) {
  const { t } = useLingui()
  const reading = useRead('get_member', { id: memberId })
  return (
    <ReadView
      reading={reading}
      label={t`Loading the contact info…`}
      loading={<SkeletonShape shape="line" count={3} />}
    >
      {(data) => (
        <Panel>
          <dl className={styles.list}>
            <dt>
              <Trans>Name</Trans>
            </dt>
            <dd>
              {data.fname} {data.lname}
            </dd>
            <dt>
              <Trans>E-mail</Trans>
            </dt>
            <dd>
              <Provided text={data.email_address}>
                <a href={toMailLink(data.email_address)}>{data.email_address}</a>
              </Provided>
            </dd>
            <dt>
              <Trans>Phone</Trans>
            </dt>
            <dd>
              <PhoneNumber data={data} />
            </dd>
          </dl>
        </Panel>
      )}
    </ReadView>
  )
}

function PhoneNumber({ data }: { data: Accepted<'get_member'> }) {
  const country = useClubCountry()
  const phone = toPhone(data, country)
  return (
    <Provided text={phone}>
      <a href={toPhoneLink(phone, country)}>{formatPhone(phone, country)}</a>
    </Provided>
  )
}

function Provided({ text, children }: { text: string; children: ReactNode }) {
  return text === '' ? (
    <span className="muted">
      <Trans>Not Provided</Trans>
    </span>
  ) : (
    children
  )
}

/** The first one, with its country where that is another. */
function toPhone({ phoneNumbers }: Accepted<'get_member'>, country: string): string {
  const [first] = phoneNumbers
  if (first === undefined || first.longCode === '') return ''
  const isOwn = first.isoCode === country || (isPlusOne(country) && first.countryCode === '+1')
  const isForeign = !isOwn && first.countryCode !== '' && !first.longCode.startsWith('+')
  return isForeign ? `${first.countryCode} ${first.longCode}` : first.longCode
}
