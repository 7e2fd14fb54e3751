// Mails about a member's account: in both languages, as text and as HTML, in the club's name and colours. That every
// kind of mail is whole in both languages holds `letters.test.ts`.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ActionName } from '../../../src/contract/index.ts'
import { letters, type MailMessage } from '../../../src/server/assembly/letters.ts'
import { createTheme } from '../../../src/server/club/theme.ts'
import { addMail } from '../../../src/server/queue/queue.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { readMails } from '../../support/clubs/mails.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const to = 'ada.quill@club.example'
const codeId = randomUUID()
const orderKey = randomUUID()
const card = { brand: 'Visa', last4: '4242' }
const failed = {
  kind: 'renewal-failed',
  period: '2026-06-30',
  amountCents: 4150,
  card,
  orderKey,
  nextTry: null,
  until: '2026-07-30',
} as const

/** What it says in English and in Spanish, and the page that it opens. */
type Expected = readonly [
  message: MailMessage,
  english: readonly string[],
  spanish: readonly string[],
  opens: RegExp | null,
]

const mails: readonly Expected[] = [
  [
    { kind: 'alert', body: '2 files: Minutes and Map', path: '/portal/member/files' },
    ['Harbor Classics: 2 files: Minutes and Map', 'News from your club', 'switch it off'],
    ['Harbor Classics: 2 files: Minutes and Map', 'Novedades de su club', 'desactívelo'],
    /\/portal\/member\/files/,
  ],
  [
    { kind: 'setup-code', codeId },
    ['your code to choose a password', '15 minutes', 'Was it not you?'],
    ['su código para elegir una contraseña', '15 minutos', '¿No ha sido usted?'],
    /\/portal\/signin.*#setup=[A-Z2-9]{8}&email=ada/,
  ],
  [
    { kind: 'temporary-password', codeId },
    ['your temporary password', 'Temporary password: ', 'within the next hour'],
    ['su contraseña temporal', 'Contraseña temporal: ', 'durante la próxima hora'],
    /\/portal\/signin.*#email=ada/,
  ],
  [
    { kind: 'email-proof', codeId },
    ['please confirm your e-mail address', '15 minutes', 'do not pass the code on'],
    ['confirme su correo electrónico', '15 minutos', 'no comparta el código'],
    /\/portal\/member\/profile.*#proof=[A-Z2-9]{8}/,
  ],
  [
    { kind: 'password-set', isFirst: true, undoId: null },
    ['your password was set', 'has a password now'],
    ['su contraseña está lista', 'ya tiene contraseña'],
    /\/portal\/signin/,
  ],
  [
    { kind: 'password-set', isFirst: false, undoId: codeId },
    ['your password was changed', 'It was not me', 'three days'],
    ['su contraseña ha cambiado', 'No he sido yo', 'tres días'],
    /\/portal\/undo-password.*#code=[A-Z2-9]{20,}&email=ada/,
  ],
  [
    { kind: 'email-confirm', fname: 'Ada', codeId },
    ['Ada', 'confirm'],
    ['Ada', 'confirm'],
    /\/portal\/confirm-email.*#confirm=[A-Z2-9]+/,
  ],
  [
    { kind: 'email-undo', fname: 'Ada', newEmail: 'ada@new.example', codeId },
    ['ada@new.example', 'Was it not you?'],
    ['ada@new.example', '¿No ha sido usted?'],
    /\/portal\/confirm-email.*#undo=[A-Z2-9]+/,
  ],
  [{ kind: 'email-in-use' }, ['is in use', 'nothing was changed'], ['ya se usa', 'nada ha cambiado'], null],
  [
    { kind: 'invitation', fname: 'Kit', by: 'Ada Quill', email: to, codeId },
    ['Kit', 'Ada Quill', to],
    ['Kit', 'Ada Quill', to],
    /\/portal\/signin.*#invitation=[A-Z2-9]+&email=ada/,
  ],
  [
    { kind: 'own-cards', turned: null, saved: card, removed: null, charged: card },
    ['your saved cards have changed', 'Visa, ending in 4242', 'Was it not you?'],
    ['sus tarjetas guardadas han cambiado', 'Visa, terminada en 4242', '¿No ha sido usted?'],
    null,
  ],
  [
    { kind: 'own-cards', turned: 'off', saved: null, removed: card, charged: null },
    ['your automatic renewal has changed', 'Automatic renewal has been turned off.'],
    ['su renovación automática ha cambiado', 'La renovación automática está desactivada.'],
    null,
  ],
  [
    { kind: 'own-cards', turned: 'on', saved: null, removed: null, charged: card },
    ['Automatic renewal has been turned on.', 'Visa, ending in 4242'],
    ['La renovación automática está activada.', 'Visa, terminada en 4242'],
    null,
  ],
  [
    { kind: 'account-closed', fname: 'Ana' },
    ['Hello Ana', 'your account is closed', 'Your orders, refunds and receipts stay'],
    ['Ana', 'su cuenta está cerrada', 'Sus pedidos, reembolsos y recibos quedan'],
    null,
  ],
  [
    { kind: 'auto-renew', number: 4711, isUndone: false, turned: 'on', card, isNewDefault: true },
    ['4711', 'Visa, ending in 4242'],
    ['4711', 'Visa, terminada en 4242'],
    null,
  ],
  [
    { kind: 'renewal-notice', day: '2026-06-30', typeLabel: 'Family', amountCents: 4150, card },
    ['June 30, 2026', 'Family', '$41.50', 'turn automatic renewal off'],
    ['30 de junio de 2026', 'Family', '$41.50', 'desactive la renovación automática'],
    /\/portal\/member\/membership/,
  ],
  [
    { ...failed, reason: 'funds', nextTry: '2026-07-01' },
    ['could not be renewed', 'No money was taken.', 'We try again on July 1, 2026.'],
    ['no se pudo renovar', 'No se ha cobrado nada.', 'Lo intentaremos de nuevo el 1 de julio de 2026.'],
    /\/portal\/member\/membership/,
  ],
  [
    { ...failed, reason: 'expired' },
    ['The card has expired.', 'We do not try again.'],
    ['La tarjeta ha vencido.', 'No lo intentaremos más.'],
    /\/portal\/member\/membership/,
  ],
  [
    { ...failed, reason: 'holder' },
    ['please confirm the renewal', 'July 30, 2026'],
    ['confirme la renovación', '30 de julio de 2026'],
    new RegExp(`/portal/order.*key=${orderKey}`),
  ],
  [
    { kind: 'renewal-link', lookup: 'sealed-proof' },
    ['renew', 'hour'],
    ['renovar', 'hora'],
    /\/portal\/renew.*#lookup=sealed-proof/,
  ],
]

describeOnEachEngine("a mail about a member's account", (engine) => {
  const world = setUpClubWorld(engine)

  async function read(message: MailMessage, language: 'en' | 'es') {
    const { a } = world.clubs
    await world.inClub(a, (tx) => addMail(tx, letters, { to, language, message }))
    await world.engine.runDue()
    const [mail] = await world.database.withoutClub((tx) =>
      tx.selectFrom('sandbox_message').orderBy('id', 'desc').limit(1).selectAll().execute(),
    )
    if (mail?.html === undefined || mail.html === null) throw new Error('no mail came')
    return { subject: mail.subject ?? '', text: mail.text, html: mail.html }
  }

  it.each(mails.map((mail) => [mail[0].kind, ...mail] as const))(
    'of kind %s says in both languages what happened, and opens the page for it',
    async (_kind, message, english, spanish, opens) => {
      const { a } = world.clubs
      const portal = await world.getRow(a, 'club', {}, ['portal'])
      const colours = createTheme(portal.portal, portal.portal.font).variants.light
      for (const [language, words] of [
        ['en', english],
        ['es', spanish],
      ] as const) {
        const { subject, text, html } = await read(message, language)
        expect(subject).toMatch(/^Harbor Classics: \S/)
        expect(html).toContain(`<html lang="${language}">`)
        expect(html).toContain(`background-color:${colours['--club-bg']};color:${colours['--club-fg']}`)
        for (const word of words) {
          expect(`${subject}\n${text}`).toContain(word)
          expect(unescapeHtml(html)).toContain(word.replace(/: $/, ''))
        }
        for (const [address = ''] of text.matchAll(/https?:\/\/\S+/g)) {
          expect(new URL(address).searchParams.get('subdomain')).toBe('harbor')
          expect(unescapeHtml(html)).toContain(`href="${address}"`)
        }
        if (opens === null) expect(text).not.toContain('#')
        else expect(text).toMatch(opens)
        expect(text + html).not.toMatch(/undefined|\[object|NaN|\$\{/)
        if (language === 'es') expect(text).not.toMatch(/\b(?:the|your|you)\b/i)
      }
    },
  )

  it('is sent once for a call that comes again because its answer was lost', async () => {
    const { a } = world.clubs
    const { parent, member, moderator, noPassword } = a.people
    const again = async (
      role: 'parent' | 'member' | 'moderator' | null,
      action: ActionName,
      input: object,
    ) => {
      const token = role === null ? undefined : await world.signIn(a, role)
      const call = () => world.request(a, action, { key, ...input }, { token })
      const key = randomUUID()
      const answers = [await call(), await call()]
      for (const { answer } of answers) expect([action, answer.code]).toEqual([action, undefined])
    }
    const listSubjects = async (address: string) =>
      (await readMails(world, address)).map(({ subject }) => subject.replace('Harbor Classics: ', ''))

    const child = 'kid@harbor.example'
    await again('parent', 'create_member', {
      fname: 'Kid',
      lname: 'Oakes',
      email: child,
      parentId: parent.id,
    })
    expect(await listSubjects(child)).toHaveLength(1)

    await again('moderator', 'update_member', { id: moderator.id, email_address: 'moe@new.example' })
    expect(await listSubjects('moe@new.example')).toHaveLength(1)
    expect(await listSubjects(moderator.email)).toHaveLength(1)

    await again('member', 'member_set_password', { username: member.email, password: 'Rumble-Seat 1932' })
    expect(await listSubjects(member.email)).toEqual(['your password was changed'])

    await again(null, 'lookup_member', { username: noPassword.email, purpose: 'signin' })
    expect(await listSubjects(noPassword.email)).toEqual(['your code to choose a password'])
  })
})

function unescapeHtml(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
