// Signs that nobody sees come along when text is copied: addresses, codes and numbers are taken without them, and so
// are names in Latin letters.
import { expect, it } from 'vitest'
import { removeInvisible } from '../../../../src/domain/invisible.ts'
import { findAdditionalEmailFault } from '../../../../src/domain/members/additionalEmails.ts'
import { findPersonalInfoFaults, toTypedValue } from '../../../../src/domain/membership.ts'
import { findLoginFaults, findProfileFaults } from '../../../../src/domain/shapes/profile.ts'
import { donating, joining, setUpShop } from '../../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const unseen = ['\u200b', '\u00ad', '\ufeff', '\u2060', '\u200e']
/** With the sign in front, inside, and behind. */
const soil = (text: string, sign: string) => `${sign}${text.slice(0, 2)}${sign}${text.slice(2)}${sign}`

describeOnEachEngine('signs that nobody sees', (engine) => {
  const shop = setUpShop(engine)
  let turn = 0
  const newEmail = () => `una${++turn}@unseen.example`

  it('keep nobody from signing in, from a temporary password, or from being looked up', async () => {
    const { email, password } = shop.a.people.member
    for (const sign of unseen) {
      const username = soil(email, sign)
      expect(removeInvisible(username)).toBe(email)
      const login = { username, password: password ?? '', ttl: 24 }
      expect(await shop.ask(shop.a, 'member_login', login)).toMatchObject({ success: true })
      expect(await shop.ask(shop.a, 'lookup_member', { username })).toMatchObject({
        member: { fname: 'Ada' },
      })
    }
  })

  it('are in nothing that is stored of who joins', async () => {
    for (const sign of unseen) {
      const email = newEmail()
      await shop.buy(
        joining(shop, soil(email, sign), {
          ...{ fname: soil('Zoe', sign), lname: soil('Width', sign), zip: soil('01970', sign) },
          phoneNumbers: [{ longCode: soil('5550100200', sign) }],
        }),
      )
      expect(await shop.getRow(shop.a, 'member', { email })).toMatchObject({
        ...{ email_folded: email, fname: 'Zoe', lname: 'Width', zip: '01970' },
        phone_numbers: [{ longCode: '5550100200' }],
      })
    }
    const donation = donating(soil(newEmail(), '\u200b'))
    expect(await shop.tryOpen(donation)).toMatchObject({ success: true })
  })

  it('stay in names that are read differently without them', async () => {
    const [email, fname] = [newEmail(), 'می\u200cخواهم']
    await shop.buy(joining(shop, email, { fname }))
    expect(await shop.getRow(shop.a, 'member', { email })).toMatchObject({ fname })
  })

  it('are taken out of what members save of themselves', async () => {
    const { id } = shop.a.people.member
    const token = await shop.signIn(shop.a, 'member')
    const sign = '\u200b'
    const saved = await shop.ask(
      shop.a,
      'update_member',
      {
        ...{ id, lname: soil('Quill', sign), email_address: soil('ada.new@unseen.example', sign) },
        phoneNumbers: [{ longCode: soil('6035550188', sign) }],
      },
      { token },
    )
    expect(saved).toMatchObject({ success: true, pendingEmail: 'ada.new@unseen.example' })
    expect(await shop.getRow(shop.a, 'member', { id })).toMatchObject({
      ...{ lname: 'Quill', phone_numbers: [{ longCode: '6035550188' }] },
    })
  })

  it('make no form refuse what looks right', () => {
    const right = {
      ...{ fname: 'Ada', lname: 'Quill', partner: '', address1: '1 Low Street', address2: '', city: 'Rye' },
      ...{ state: 'NH', zip: '03870', country: 'US', phone: '6035550111', email: 'ada@unseen.example' },
    }
    for (const sign of unseen) {
      const dirty = Object.fromEntries(
        Object.entries(right).map(([field, text]) =>
          ['zip', 'phone', 'email', 'fname'].includes(field) ? [field, soil(text, sign)] : [field, text],
        ),
      ) as typeof right
      expect(findPersonalInfoFaults(dirty)).toEqual([])
      expect(toTypedValue('email', dirty.email)).toBe(right.email)
      expect(toTypedValue('fname', dirty.fname)).toBe('Ada')
      const email_address = dirty.email
      expect(findProfileFaults({ email_address, phone: dirty.phone }, { country: 'US' })).toEqual([])
      expect(findLoginFaults({ fname: 'Kit', lname: 'Oakes', email: dirty.email })).toEqual([])
      expect(findAdditionalEmailFault(dirty.email, '')).toBeUndefined()
      expect(findAdditionalEmailFault(dirty.email, right.email)).toBe('own')
    }
  })
})
