// `/sandbox`: the messages that were written while no real service was set up, for people at this machine.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import type { Config } from '../process/config.ts'
import type { SandboxMessage } from '../process/engine.ts'
import { escapeHtml } from '../process/escapeHtml.ts'
import { isLoopback, isPublic } from '../process/loopback.ts'
import { isSameSecret } from '../sealed/signing.ts'
import type { EdgeParts } from './edgeContext.ts'

const forwardingHeaders =
  /^(?:forwarded|via|x[-_](?:forwarded|(?:forwarded|real|client|original|envoy|cluster)[-_].+)|.+[-_](?:connecting|client|user)[-_]?ip)$/

/** True while something runs in sandbox, but never with live card keys. */
export function hasSandbox(config: Config): boolean {
  if (config.cardKeys?.mode === 'live') return false
  return config.cardKeys === null || config.mail === null || config.sms === null
}

export function addSandbox(app: FastifyInstance, { config, engine }: EdgeParts): void {
  if (!hasSandbox(config)) return
  const allow = (request: FastifyRequest): void => {
    if (isOperator(request, config)) return
    throw new Failure('not-found', 'There is nothing at this address.')
  }
  app.get('/sandbox', async (request, reply) => {
    allow(request)
    const messages = [
      ...(await engine.listSandboxMessages('sms')),
      ...(await engine.listSandboxMessages('mail')),
    ]
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(toDocument(messages.sort((a, b) => (a.at < b.at ? -1 : 1))))
  })
  app.get('/sandbox/sms.json', async (request, reply) => {
    allow(request)
    const messages = await engine.listSandboxMessages('sms')
    return reply
      .header('cache-control', 'no-store')
      .send(messages.map(({ to, text, at }) => ({ to, text, at })))
  })
  app.get('/sandbox/mail.json', async (request, reply) => {
    allow(request)
    const mails = await engine.listSandboxMessages('mail')
    return reply.header('cache-control', 'no-store').send(
      mails.map(({ to, subject, text, html, attachments, at }) => ({
        to,
        subject,
        text,
        html,
        ...(attachments.length === 0 ? {} : { attachments: attachments.map(({ name }) => name) }),
        at,
      })),
    )
  })
  const findMail = async (id: string): Promise<SandboxMessage> => {
    const mails = await engine.listSandboxMessages('mail')
    const mail = mails.find((one) => String(one.id) === id)
    if (mail === undefined) throw new Failure('not-found', 'There is nothing at this address.')
    return mail
  }
  app.get<{ Params: { id: string } }>('/sandbox/mail/:id', async (request, reply) => {
    allow(request)
    const mail = await findMail(request.params.id)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', letterPolicy)
      .type('text/html; charset=utf-8')
      .send(showPictures(mail))
  })
  app.get<{ Params: { id: string; place: string } }>(
    '/sandbox/mail/:id/attachments/:place',
    async (request, reply) => {
      allow(request)
      const { id, place } = request.params
      const attachment = (await findMail(id)).attachments[Number(place)]
      if (attachment === undefined) throw new Failure('not-found', 'There is nothing at this address.')
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', letterPolicy)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
        .type(attachment.contentType)
        .send(Buffer.from(attachment.content, 'base64'))
    },
  )
}

/** A mail program shows the pictures that came with the mail; a browser finds them in their addresses. */
function showPictures({ html, attachments }: SandboxMessage): string {
  return attachments.reduce(
    (shown, { cid, contentType, content }) =>
      cid === undefined ? shown : shown.replaceAll(`"cid:${cid}"`, `"data:${contentType};base64,${content}"`),
    html,
  )
}

/** What a mail program would allow a mail: its own styles and pictures, and links in another tab. */
const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/**
 * Somebody at this machine, or with the sandbox's token. An instance with a public address is behind a proxy,
 * and some proxies hide that a request came from elsewhere, so there the token alone counts.
 */
export function isOperator(request: FastifyRequest, config: Config): boolean {
  return (!isPublic(config) && isAtTheMachine(request)) || hasToken(request, config.sandboxToken)
}

/** Checks both ends of the connection and the host. Behind a proxy every stranger would look local. */
export function isAtTheMachine(request: FastifyRequest): boolean {
  const host = findDirectHost(request)
  return host !== null && isLoopback(request.raw.socket.remoteAddress ?? '') && isLoopback(host)
}

/** Also this server, which asks itself at the address that it listens on. Nobody else has that address. */
export function isFromThisServer(request: FastifyRequest, { host: listensOn }: Config): boolean {
  const { remoteAddress, localAddress } = request.raw.socket
  const isOwn =
    remoteAddress === localAddress &&
    findDirectHost(request)?.replace(/^\[|\]$/g, '') === listensOn.toLowerCase()
  return isOwn || isAtTheMachine(request)
}

/** The host without its port; null if somebody handed the request on. */
function findDirectHost({ headers }: FastifyRequest): string | null {
  if (Object.keys(headers).some((name) => forwardingHeaders.test(name))) return null
  const { host } = headers
  return host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
}

export function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && isSameSecret(`Bearer ${token}`, headers.authorization ?? '')
}

function toDocument(messages: readonly SandboxMessage[]): string {
  const items = messages.map(
    ({ id, to, subject, text, html, attachments, at }) =>
      `<li><p>${escapeHtml(at)} · ${escapeHtml(to)}</p>${subject === '' ? '' : `<h2>${escapeHtml(subject)}</h2>`}<pre>${escapeHtml(text)}</pre>${html === '' ? '' : `<p><a href="/sandbox/mail/${id}">As it looks</a></p>`}${attachments.map(({ name }, place) => `<p><a href="/sandbox/mail/${id}/attachments/${place}">${escapeHtml(name)}</a></p>`).join('')}</li>`,
  )
  const list = items.length === 0 ? '<p>Nothing has been sent yet.</p>' : `<ol>${items.join('')}</ol>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sandbox outbox</title><h1>Sandbox outbox</h1>
<p>No real service is set up, so these messages wait here. The newest stands last.</p>${list}</html>`
}
