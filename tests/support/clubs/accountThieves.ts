// An attacker and the people whose accounts they want, with all that each of them can know: mails, tokens, cookies.
import { randomInt, randomUUID } from 'node:crypto'
import { foldEmail } from '../../../src/domain/member.ts'
import { hourMs } from '../../../src/domain/time.ts'
import { isPassword } from '../../../src/server/auth/passwords.ts'
import { sealPlaced } from '../../../src/server/order/joinedProof.ts'
import type { Received } from '../database/world.ts'
import type { SeededClub } from './clubs.ts'
import type { ClubWorld } from './clubWorld.ts'

const attackersPassword = 'Attackers-Own 77'
const attackersSecond = 'Attackers-Next 78'
const attackersPasswords = [attackersPassword, attackersSecond]

/** Everything that is possible, for both. */
export const moves = ['lookUp', 'set', 'login', 'forgot', 'link', 'change', 'logout'] as const
export type Move = (typeof moves)[number]

export interface Step {
  readonly who: 'victim' | 'attacker'
  readonly move: Move
  /** Which of the wanted accounts. */
  readonly at: number
  /** Which way, of those that the move has. */
  readonly way: number
  /** Which of the secrets that they have, counted from the newest. */
  readonly pick: number
  readonly minutes: number
}

const secretShapes = {
  setup: /#setup=(\w+)/,
  invitation: /#invitation=(\w+)/,
  undo: /#code=(\w+)/,
  confirm: /#confirm=(\w+)/,
  undoEmail: /#undo=(\w+)/,
  temporary: /Temporary password: ([A-Z2-9]{4}(?:-[A-Z2-9]{2,4}){3})/,
} as const
type SecretKind = keyof typeof secretShapes

interface Secret {
  readonly to: string
  readonly kind: SecretKind
  readonly code: string
}

/** An account that is not the attacker's, with its owner. */
export interface Wanted {
  readonly name:
    | 'without a password'
    | 'with a password'
    | 'invited by the attacker'
    | 'paid for by the attacker'
  readonly id: number
  /** The owner's mailboxes. The first is the account's address at the start. */
  readonly mailboxes: readonly [string, string]
  readonly firstPassword: string | null
}

interface Owner extends Wanted {
  tokens: string[]
  password: string | null
  /** False while the attacker may be in it: they have paid for it, and its owner has not taken it yet. */
  isOwned: boolean
}

export interface Theft {
  /** Does one step, and says if it had an effect. Fails if the attacker is in an account that is its owner's then. */
  take(step: Step): Promise<boolean>
  /** Tries once more all that the attacker has. */
  finish(): Promise<void>
}

/** Everybody begins anew, with mailboxes of their own. */
export async function beginTheft(world: ClubWorld, club: SeededClub, turn: number): Promise<Theft> {
  // all windows of the limits have passed
  world.pass(25 * hourMs)
  const { member: attacker, parent, noPassword } = club.people
  const mailbox = (name: string) => `${name}${turn}@mail.example`
  const evil = mailbox('evil')
  let lastMail = await findLastMail()

  const ask = (action: Parameters<ClubWorld['request']>[1], input: object, token?: string) =>
    world.request(club, action, { ...input }, { peer: newPeer(), ...(token === undefined ? {} : { token }) })

  async function findLastMail(): Promise<number> {
    await world.engine.runDue()
    const { last } = await world.database.withoutClub((tx) =>
      tx
        .selectFrom('sandbox_message')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow(),
    )
    return Number(last ?? 0)
  }

  const secrets: Secret[] = []
  async function readMails(): Promise<void> {
    await world.engine.runDue()
    const mails = await world.database.withoutClub((tx) =>
      tx
        .selectFrom('sandbox_message')
        .where('kind', '=', 'mail')
        .where('id', '>', lastMail)
        .orderBy('id')
        .select(['id', 'recipient', 'text'])
        .execute(),
    )
    for (const { id, recipient, text } of mails) {
      lastMail = Number(id)
      for (const [kind, shape] of Object.entries(secretShapes)) {
        const code = shape.exec(text)?.[1]
        if (code !== undefined) secrets.push({ to: recipient, kind: kind as SecretKind, code })
      }
    }
  }

  async function resetAccount(id: number, email: string, password: string | null, hash: string | null) {
    await world.deleteRows(club, 'member_code', { member_id: id })
    await world.changeRows(
      club,
      'member',
      { id },
      {
        ...{ email, email_folded: foldEmail(email), password_hash: hash },
        expires_on: '2036-12-31',
      },
    )
    return { id, mailboxes: [email, mailbox(`second${id}of`)] as const, firstPassword: password }
  }

  const readRows = (ids: readonly number[]) =>
    world.listRows(club, 'member', { id: [...ids] }, ['id', 'email_folded', 'password_hash'])

  // the guests of the turns before
  await world.changeRows(club, 'member', { parent_id: attacker.id }, { deleted_at: new Date(world.now()) })
  const hashes = await seededHashes(world, club)
  await resetAccount(attacker.id, attacker.email, attacker.password, hashes.get(attacker.id) ?? null)
  const own =
    (await ask('member_login', { username: attacker.email, password: attacker.password })).token ?? ''
  const invitee = mailbox('invited')
  await ask('create_member', { parentId: attacker.id, fname: 'Ivy', lname: 'Guest', email: invitee }, own)
  const insert = (email: string) =>
    world.insertRow(club, 'member', {
      email,
      email_folded: foldEmail(email),
      fname: 'Page',
      lname: 'Payne',
      member_type_id: club.memberTypes.open,
      expires_on: '2036-12-31',
    })
  const paidAddress = mailbox('paid')
  const paid = await insert(paidAddress)
  const invited = await world.getRow(club, 'member', { email: invitee }, ['id'])
  /** The order with which the attacker has joined somebody. Answers its number. */
  async function payFor(memberId: number, email: string): Promise<number> {
    const at = new Date(world.now())
    const { id } = await world.insertRow(club, 'purchase_order', {
      ...{
        key: randomUUID(),
        kind: 'membership',
        category: 1,
        state: 'fulfilled',
        asked_hash: '',
        mode: 'sandbox',
      },
      ...{
        description: 'Membership',
        email,
        email_folded: foldEmail(email),
        currency: 'usd',
        created_at: at,
      },
      ...{
        sub_total_cents: 4500,
        discount_cents: 0,
        service_fee_cents: 0,
        taxes_cents: 0,
        total_cents: 4500,
      },
      ...{ paid_at: at, received_cents: 4500, settled_at: at, claimed_at: at },
    })
    await world.insertRow(club, 'order_line', {
      ...{ order_id: id, line: 1, kind: 'membership', label: 'Membership', quantity: 1, state: 'delivered' },
      ...{ amount_cents: 4500, net_cents: 4500, item: '{}' },
      given: JSON.stringify({ memberId, from: '2026-01-01', expiration: '2036-12-31' }),
    })
    return id
  }
  const start = (wanted: Wanted): Owner => ({
    ...wanted,
    tokens: [],
    password: wanted.firstPassword,
    isOwned: wanted.name !== 'paid for by the attacker',
  })
  const owners = [
    start({
      name: 'without a password',
      ...(await resetAccount(noPassword.id, noPassword.email, null, null)),
    }),
    start({
      name: 'with a password',
      ...(await resetAccount(parent.id, parent.email, parent.password, hashes.get(parent.id) ?? null)),
    }),
    start({
      name: 'invited by the attacker',
      id: invited.id,
      mailboxes: [invitee, mailbox('second-invited')],
      firstPassword: null,
    }),
    start({
      name: 'paid for by the attacker',
      id: paid.id,
      mailboxes: [paidAddress, mailbox('second-paid')],
      firstPassword: null,
    }),
  ] as const
  const cookies = [
    undefined,
    await sealPlaced(world, { tenantId: club.id, orderId: await payFor(paid.id, paidAddress) }, world.now()),
    await sealPlaced(
      world,
      { tenantId: club.id, orderId: await payFor(attacker.id, attacker.email) },
      world.now(),
    ),
  ]

  /** The attacker's: every token that they were ever given, and every code that they made. */
  const held = [own]
  const made: string[] = []
  let attackersOwn = attacker.password ?? ''

  const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all.at(-1 - (pick % all.length))
  const isMailboxOfAttacker = (to: string) => to === evil || to === attacker.email
  /** All that could open something. */
  const listKnown = () => [
    'ABCD-EFGH-JKLM-NP',
    'ABCDEFGH',
    ...made,
    ...secrets.filter(({ to }) => isMailboxOfAttacker(to)).map(({ code }) => code),
  ]

  function hold(token: string | null): boolean {
    if (token !== null) held.push(token)
    return token !== null
  }

  /** The cookie is sent as a browser sends it. */
  function setWithCookie(input: object, cookie: string | undefined): Promise<Received> {
    return world.post(
      { action: 'member_set_password', tenantId: club.id, ...input },
      {
        'X-Forwarded-For': newPeer(),
        ...(cookie === undefined ? {} : { cookie: `__Host-setup=${cookie}` }),
      },
    )
  }

  /** Returns whether it had an effect. */
  const attack: Readonly<Record<Move, (step: Step, victim: Owner) => Promise<boolean>>> = {
    async lookUp({ way }, { mailboxes }) {
      const username = way < 3 ? mailboxes[0] : evil
      return (await ask('lookup_member', { username, purpose: 'signin' })).answer.codeSent === true
    },
    async set({ way, pick }, { mailboxes }) {
      const code = pick % 3 === 2 ? undefined : pickOf(listKnown(), pick)
      const input = {
        username: way < 3 ? mailboxes[0] : evil,
        password: attackersPassword,
        ...(code === undefined ? {} : { code }),
      }
      return (await setWithCookie(input, cookies[way % cookies.length])).json().success === true
    },
    async login({ way, pick }, { mailboxes }) {
      const mine = { username: attacker.email, password: attackersOwn }
      const theirs = {
        username: way < 2 ? mailboxes[0] : evil,
        password: way % 2 === 0 ? attackersPasswords[pick % 2] : (pickOf(listKnown(), pick) ?? ''),
      }
      return hold((await ask('member_login', { ...(way === 4 ? mine : theirs), ttl: 24 })).token)
    },
    async forgot({ way }, { mailboxes }) {
      const username = [mailboxes[0], evil, attacker.email][way % 3]
      return (await ask('member_forgot_password', { username })).answer.success === true
    },
    async link({ way, pick }) {
      const code = pickOf(listKnown(), pick) ?? ''
      if (way === 0) {
        const { answer } = await ask('create_link_code', {}, pickOf(held, pick))
        if (answer.success) made.push(String(answer.code))
        return answer.success
      }
      if (way === 1) return hold((await ask('redeem_link_code', { code, ttl: 24 })).token)
      const action = (['undo_password_change', 'confirm_email_change', 'undo_email_change'] as const)[way % 3]
      return (await ask(action ?? 'undo_password_change', { code })).answer.success === true
    },
    async change({ way, pick }, victim) {
      const token = pickOf(held, pick) ?? ''
      const id = readSubject(token)
      if (way === 0) {
        // another one than `set` chooses: the same password again changes nothing
        const { answer } = await ask('member_set_password', { password: attackersSecond }, token)
        if (answer.success && id === attacker.id) attackersOwn = attackersSecond
        return answer.success === true
      }
      if (way === 1) {
        const input = { username: victim.mailboxes[0], password: attackersPassword }
        return (await ask('member_set_password', input, token)).answer.success === true
      }
      const to = [evil, victim.mailboxes[0], victim.mailboxes[1]][pick % 3]
      const of = way === 2 ? victim.id : id
      return (await ask('update_member', { id: of, email_address: to }, token)).answer.success === true
    },
    async logout({ pick }) {
      return (await ask('member_logout', {}, pickOf(held, pick))).answer.success === true
    },
  }

  const listLinks = ({ mailboxes }: Owner, kinds: readonly SecretKind[]) =>
    secrets.filter(({ to, kind }) => mailboxes.includes(to) && kinds.includes(kind))
  const follow = {
    undo: 'undo_password_change',
    confirm: 'confirm_email_change',
    undoEmail: 'undo_email_change',
  }

  /** Whether the owner has the account, and the attacker's password is not its password. */
  async function noteOwned(owner: Owner): Promise<void> {
    const [row] = await readRows([owner.id])
    const isTheirs = owner.mailboxes.includes(row?.email_folded ?? '')
    if (isTheirs && !(await isAttackers(row?.password_hash ?? null))) owner.isOwned = true
  }

  const defend: Readonly<Record<Move, (step: Step, owner: Owner) => Promise<boolean>>> = {
    async lookUp(_step, { mailboxes: [username] }) {
      return (await ask('lookup_member', { username, purpose: 'signin' })).answer.codeSent === true
    },
    async set(_step, owner) {
      const link = listLinks(owner, ['setup', 'invitation']).at(-1)
      const password = makePassword(owner)
      const input = { username: owner.mailboxes[0], password, code: link?.code ?? '' }
      const isSet = (await ask('member_set_password', input)).answer.success === true
      if (isSet) owner.password = password
      if (isSet) await noteOwned(owner)
      return isSet
    },
    async login({ way }, owner) {
      const temporary = listLinks(owner, ['temporary']).at(-1)?.code
      const password = way % 2 === 0 ? owner.password : temporary
      if (password === null || password === undefined) return false
      const { token } = await ask('member_login', { username: owner.mailboxes[0], password, ttl: 24 })
      if (token !== null) owner.tokens.push(token)
      return token !== null
    },
    async forgot(_step, { mailboxes: [username] }) {
      return (await ask('member_forgot_password', { username })).answer.success === true
    },
    async link({ way, pick }, owner) {
      if (way === 0) {
        const { answer } = await ask('create_link_code', {}, owner.tokens.at(-1))
        if (!answer.success) return false
        const { token } = await ask('redeem_link_code', { code: String(answer.code), ttl: 24 })
        if (token !== null) owner.tokens.push(token)
        return token !== null
      }
      // what the attacker shows them signs them in as the attacker, and nobody as them
      if (way === 1) {
        const code = made.at(-1)
        return code !== undefined && (await ask('redeem_link_code', { code, ttl: 24 })).token !== null
      }
      const link = pickOf(listLinks(owner, ['undo', 'confirm', 'undoEmail']), pick)
      if (link === undefined) return false
      const action = follow[link.kind as keyof typeof follow] as 'undo_password_change'
      const isDone = (await ask(action, { code: link.code })).answer.success === true
      if (isDone && link.kind !== 'confirm') await noteOwned(owner)
      return isDone
    },
    async change({ way }, owner) {
      const token = owner.tokens.at(-1)
      if (token === undefined || readSubject(token) !== owner.id) return false
      if (way % 3 === 0) {
        const email_address = owner.mailboxes[1]
        return (await ask('update_member', { id: owner.id, email_address }, token)).answer.success === true
      }
      const password = makePassword(owner)
      const isSet = (await ask('member_set_password', { password }, token)).answer.success === true
      if (isSet) owner.password = password
      if (isSet) await noteOwned(owner)
      return isSet
    },
    async logout(_step, owner) {
      const token = owner.tokens.pop()
      return token !== undefined && (await ask('member_logout', {}, token)).answer.success === true
    },
  }

  const known = new Map<string, boolean>()
  async function isAttackers(hash: string | null): Promise<boolean> {
    if (hash === null || initial.has(hash)) return false
    const before = known.get(hash)
    if (before !== undefined) return before
    const is = (await isPassword(hash, attackersPassword)) || (await isPassword(hash, attackersSecond))
    known.set(hash, is)
    return is
  }
  const initial = new Set([...hashes.values()].flatMap((hash) => (hash === null ? [] : [hash])))

  async function requireSafe(tokens: readonly string[]): Promise<void> {
    const owned = owners.filter(({ isOwned }) => isOwned)
    for (const row of await readRows(owned.map(({ id }) => id))) {
      if (await isAttackers(row.password_hash))
        throw new Error(`the attacker's password is that of ${name(row.id)}`)
    }
    for (const token of tokens) {
      const { answer } = await ask('member_authorize', {}, token)
      const id = answer.success ? Number((answer.member as { id: number }).id) : 0
      if (owned.some((owner) => owner.id === id)) throw new Error(`the attacker is signed in as ${name(id)}`)
    }
  }
  const name = (id: number) => owners.find((owner) => owner.id === id)?.name ?? 'nobody'

  return {
    async take(step) {
      const victim = owners[step.at % owners.length] as Owner
      const isDone = await (step.who === 'attacker' ? attack : defend)[step.move](step, victim)
      await readMails()
      // the newest ones are those that could be new
      await requireSafe(held.slice(-2))
      world.pass(step.minutes * 60_000)
      return isDone
    },
    async finish() {
      await requireSafe(held)
      for (const { id, mailboxes, isOwned } of owners) {
        if (!isOwned) continue
        for (const username of mailboxes) {
          for (const password of attackersPasswords) {
            const { token } = await ask('member_login', { username, password, ttl: 24 })
            // an owner may have confirmed one of their mailboxes for the attacker's own account
            if (token !== null && readSubject(token) === id) {
              throw new Error(`the attacker signs in as ${username}`)
            }
          }
        }
      }
    },
  }
}

const passwordsSoFar = { count: 0 }
function makePassword({ name }: Wanted): string {
  passwordsSoFar.count += 1
  return `Owner of ${name} ${passwordsSoFar.count}!`
}

const seeded = new WeakMap<ClubWorld, Map<number, string | null>>()
/** The hashes with which the world began. */
async function seededHashes(world: ClubWorld, club: SeededClub): Promise<Map<number, string | null>> {
  const known = seeded.get(world)
  if (known !== undefined) return known
  const rows = await world.listRows(club, 'member', {}, ['id', 'password_hash'])
  const hashes = new Map(rows.map(({ id, password_hash }) => [id, password_hash]))
  seeded.set(world, hashes)
  return hashes
}

/** The member whom a token names. */
function readSubject(token: string): number {
  const [, body = ''] = token.split('.')
  return Number((JSON.parse(Buffer.from(body, 'base64url').toString() || '{}') as { sub?: string }).sub)
}

function newPeer(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
