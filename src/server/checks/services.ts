// The foreign services that are set: each is really asked, with our keys, and nothing is sent or charged.
import { Stripe } from 'stripe'
import { longestCheckStepMs } from '../limits/machine.ts'
import type { Config } from '../process/config.ts'
import { isPublic } from '../process/loopback.ts'
import { findSender } from '../process/mailAddress.ts'
import { webhookPath } from '../providers/cardAddresses.ts'
import { createMailTransport, toMailTrouble } from '../providers/mail.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'

interface Clocked {
  readonly config: Config
  /** Of an answer's `Date`. */
  onClock(theirMs: number, ourMs: number): void
}

/** Connects and signs in, without a mail. */
export async function checkMail({ config }: { config: Config }): Promise<Finding[]> {
  const { mail } = config
  if (mail === null) {
    return [
      isPublic(config)
        ? warning('SMTP_URL and MAIL_FROM are not set: no mail leaves, and all of them wait on /sandbox.')
        : good('SMTP_URL is not set: mails wait on /sandbox.'),
    ]
  }
  const { hostname, username } = new URL(mail.url)
  const takes = `${hostname} takes mails from ${findSender(mail.from)}`
  try {
    await connectToMail(mail.url, username !== '')
    return [good(`${takes}${username === '' ? ', without a sign-in' : ', and our sign-in'}.`)]
  } catch (error) {
    const { responseCode } = error as { responseCode?: unknown }
    if (noSignInCodes.has(responseCode) && (await connectToMail(mail.url, false).catch(() => false))) {
      return [good(`${takes}, and offers no sign-in: the user in SMTP_URL is not used.`)]
    }
    const why =
      typeof responseCode === 'number'
        ? `refuses our ${toCode(error) === 'EAUTH' ? 'sign-in' : 'connection'} (${responseCode}). Look at the user and the password in SMTP_URL`
        : (({ what, advice }) => `${what}. ${advice}`)(toMailTrouble(error))
    return [warning(`The mail server ${hostname} ${why}. Mails wait meanwhile, and are tried for two days.`)]
  }
}

/** What a server says that does not know the command, or not now. */
const noSignInCodes: ReadonlySet<unknown> = new Set([500, 502, 503, 504])

async function connectToMail(url: string, forceAuth: boolean): Promise<true> {
  const transport = createMailTransport(url, longestCheckStepMs, { forceAuth })
  try {
    await transport.verify()
    return true
  } finally {
    transport.close()
  }
}

/** Any answer of the service will do: a text message would be sent. */
export async function checkTexts({ config, onClock }: Clocked): Promise<Finding[]> {
  const { sms } = config
  if (sms === null) {
    return [
      isPublic(config)
        ? warning(
            'SMS_URL is not set: judges get no codes by text message; their links go by mail or on paper.',
          )
        : good('SMS_URL is not set: text messages wait on /sandbox.'),
    ]
  }
  const { host } = new URL(sms.url)
  try {
    const response = await fetch(sms.url, {
      method: 'OPTIONS',
      redirect: 'manual',
      signal: AbortSignal.timeout(longestCheckStepMs),
    })
    await response.body?.cancel()
    noteDate(response.headers.get('date'), onClock)
    return [
      good(
        `The service for text messages at ${host} answers. Whether it takes SMS_TOKEN, only a message shows.`,
      ),
    ]
  } catch (error) {
    return [
      fault(
        `The service for text messages at ${host} cannot be reached (${toCode(error)}). Look at SMS_URL and at the firewall.`,
      ),
    ]
  }
}

/** Tests bring their own address of the provider. */
export interface ProviderAddress {
  readonly host: string
  readonly port: number
  readonly protocol: 'http' | 'https'
}

export async function checkCards(
  { config, onClock }: Clocked,
  address?: ProviderAddress,
): Promise<Finding[]> {
  const { cardKeys } = config
  if (cardKeys === null) {
    return [
      isPublic(config)
        ? warning('No card keys are set: cards are the sandbox, and nobody can really pay.')
        : good('No card keys are set: cards are the sandbox.'),
    ]
  }
  const open = (key: string) =>
    new Stripe(key, {
      apiVersion: Stripe.API_VERSION,
      telemetry: false,
      timeout: longestCheckStepMs,
      maxNetworkRetries: 0,
      ...address,
    })
  const findings: Finding[] = []
  const secret = open(cardKeys.secretKey)
  const startedMs = Date.now()
  try {
    const balance = await secret.balance.retrieve()
    noteDate(balance.lastResponse.headers.date ?? null, onClock, (startedMs + Date.now()) / 2)
    const isLive = balance.livemode
    if (isLive !== (cardKeys.mode === 'live')) {
      findings.push(
        fault(`STRIPE_SECRET_KEY is a ${isLive ? 'live' : 'test'} key for the provider. Look at the keys.`),
      )
    }
  } catch (error) {
    const refusal = toProviderFault(error, 'STRIPE_SECRET_KEY')
    // a restricted key may not read the balance, and is a right key
    if (refusal !== undefined) findings.push(refusal)
  }
  if (findings.length === 0) findings.push(...(await checkPublishable(open(cardKeys.publishableKey))))
  if (findings.length === 0) findings.push(...(await checkWebhook(secret, config)))
  if (findings.length > 0) return findings
  const isTest = cardKeys.mode === 'test'
  return [
    isTest && isPublic(config)
      ? warning('The card provider takes our keys, which are for tests: nobody can really pay.')
      : good(`The card provider takes our ${cardKeys.mode} keys.`),
  ]
}

/** Asks with a payment that nobody has: who may ask is told that it does not exist. */
async function checkPublishable(client: Stripe): Promise<Finding[]> {
  try {
    await client.paymentIntents.retrieve('pi_doctor', { client_secret: 'pi_doctor_secret_doctor' })
    return []
  } catch (error) {
    const refusal = toProviderFault(error, 'STRIPE_PUBLISHABLE_KEY')
    return refusal === undefined ? [] : [refusal]
  }
}

/** Whether the provider tells us of payments. A restricted key may not ask. */
async function checkWebhook(client: Stripe, config: Config): Promise<Finding[]> {
  const wanted = `${config.origin}${webhookPath}`
  try {
    const { data } = await client.webhookEndpoints.list({ limit: 100 })
    if (data.some(({ url, status }) => url === wanted && status === 'enabled')) return []
    return [
      warning(
        `The card provider sends no events to ${wanted}: payments are noticed later, by the minute. Add this address in its dashboard, and put its secret into STRIPE_WEBHOOK_SECRET.`,
      ),
    ]
  } catch {
    return []
  }
}

/** Undefined if the provider has taken the key, whatever else it refuses. */
function toProviderFault(error: unknown, name: string): Finding | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return fault(`The card provider does not take ${name}. Copy the key again from its dashboard.`)
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const code = toCode((error as { detail?: unknown }).detail ?? error)
    return fault(`The card provider cannot be reached (${code}). Look at the firewall.`)
  }
  if (error instanceof Stripe.errors.StripeAPIError) {
    return warning(`The card provider answers, but has a fault itself (${error.statusCode ?? 'unknown'}).`)
  }
  return undefined
}

export function noteDate(
  date: string | null,
  onClock: (theirMs: number, ourMs: number) => void,
  ourMs = Date.now(),
): void {
  const theirMs = Date.parse(date ?? '')
  if (!Number.isNaN(theirMs)) onClock(theirMs, ourMs)
}
