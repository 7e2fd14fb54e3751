// The card sandbox for tests: its controls over HTTP, and the bank's dialog.
import type { Stripe } from 'stripe'
import type { SandboxCommand } from '../../../card-sandbox/commands.ts'
import type { Controls } from '../../../card-sandbox/controls.ts'
import { publicPath } from '../../../card-sandbox/http.ts'

export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly eventType: string
  readonly state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'failed'
  readonly dueAt: string
  readonly attempts: number
  readonly status: number | null
}

type Rule = Partial<Controls['rules'][number]>
type Failure = Extract<SandboxCommand, { do: 'fail' }>['failure']

export interface CardSandboxClient {
  /** The next call, or the next call of one operation, fails: before or after the provider has acted. */
  fail(failure: Failure): Promise<void>
  /** How new events are delivered. The first matching rule decides; without one, delivery is normal. */
  setRules(rules: readonly Rule[]): Promise<void>
  advance(seconds: number): Promise<void>
  /** Sends events there instead of to the server's own address. */
  sendTo(url: string | null): Promise<void>
  listDeliveries(): Promise<Delivery[]>
  /** Sends these events now, in this order and this often. Returns the statuses of the answers. */
  send(ids: readonly number[]): Promise<(number | null)[]>
  release(ids?: readonly number[]): Promise<void>
  drop(ids?: readonly number[]): Promise<void>
  /** The card's holder complains to the bank. Returns the dispute's id. */
  dispute(paymentIntent: string): Promise<string>
  /** The bank decides. */
  decide(dispute: string, isWon: boolean): Promise<void>
  /** The first status of refunds from now on. */
  beginRefunds(status: Controls['refunds']): Promise<void>
  /** The bank has accepted a refund, or sends it back. */
  endRefund(refund: string, isDone: boolean): Promise<void>
  /** Resets rules, failures, clock and address. What has happened stays. */
  reset(): Promise<void>
  /** The answer of the card's holder in the bank's dialog. */
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<Response>
  /** Confirms an intent like the browser's script. */
  confirm(clientSecret: string, paymentMethod: string): Promise<Response>
}

/** `origin` is the server's own address on this machine. */
export function openCardSandbox(
  origin: string,
  { token, publishableKey = '' }: { token?: string; publishableKey?: string } = {},
): CardSandboxClient {
  async function run(command: SandboxCommand): Promise<unknown> {
    const response = await fetch(`${origin}${publicPath}/test`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(command),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the card sandbox answered ${response.status}: ${text}`)
    return (JSON.parse(text) as { answer: unknown }).answer
  }
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${origin}${publicPath}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form),
    })
  return {
    async fail(failure) {
      await run({ do: 'fail', failure })
    },
    async setRules(rules) {
      await run({ do: 'rule', rules: [...rules] })
    },
    async advance(seconds) {
      await run({ do: 'advance', seconds })
    },
    async sendTo(url) {
      await run({ do: 'webhook', url })
    },
    listDeliveries: async () => (await run({ do: 'deliveries' })) as Delivery[],
    send: async (ids) => (await run({ do: 'send', ids: [...ids] })) as (number | null)[],
    async release(ids) {
      await run({ do: 'release', ...(ids === undefined ? {} : { ids: [...ids] }) })
    },
    async drop(ids) {
      await run({ do: 'drop', ...(ids === undefined ? {} : { ids: [...ids] }) })
    },
    dispute: async (paymentIntent) => ((await run({ do: 'dispute', paymentIntent })) as Stripe.Dispute).id,
    async decide(dispute, isWon) {
      await run({ do: 'decide', dispute, isWon })
    },
    async beginRefunds(status) {
      await run({ do: 'refunds', status })
    },
    async endRefund(refund, isDone) {
      await run({ do: 'end-refund', refund, isDone })
    },
    async reset() {
      await run({ do: 'reset' })
    },
    authenticate: (clientSecret, outcome) =>
      post('/v1/sandbox/authenticate', { client_secret: clientSecret, outcome }),
    confirm: (clientSecret, paymentMethod) => {
      const [id = ''] = clientSecret.split('_secret_')
      const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
      return post(`/v1/${kind}/${id}/confirm`, { client_secret: clientSecret, payment_method: paymentMethod })
    },
  }
}
