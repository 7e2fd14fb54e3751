// The card sandbox as the server mounts it: one handler for HTTP requests, and events that it sends itself.
import { ZodError } from 'zod'
import { runCommand } from './commands.ts'
import { createDeliveries, type DeliveryParts } from './deliveries.ts'
import { ApiFault } from './faults.ts'
import { publicPath, type SandboxAnswer, type SandboxRequest } from './http.ts'
import { findPage } from './pages.ts'
import { type CardSandboxParts, createCardSandbox } from './sandbox.ts'

export interface OpenCardSandbox {
  /** Undefined when nothing is at this address, or nothing that this sender may see. */
  answer(request: SandboxRequest): Promise<SandboxAnswer | undefined>
  /** From here on events are sent, also those of an earlier process. */
  start(): void
  close(): Promise<void>
}

export interface OpenParts
  extends Omit<CardSandboxParts, 'onNews'>,
    Pick<DeliveryParts, 'fetch' | 'webhookUrl'> {}

export function openCardSandbox({ fetch, webhookUrl, ...parts }: OpenParts): OpenCardSandbox {
  const { database, keys, log, now } = parts
  const { webhookSecret } = keys
  const deliveries = createDeliveries({ database, log, fetch, now, webhookSecret, webhookUrl })
  const sandbox = createCardSandbox({ ...parts, onNews: deliveries.wake })

  async function answer(request: SandboxRequest): Promise<SandboxAnswer | undefined> {
    // The SDK can be given host and port but no path before `/v1`. It always runs on this machine.
    if (request.path.startsWith('/v1/')) return request.isLocal ? answerApi(request, request.path) : undefined
    if (!request.path.startsWith(`${publicPath}/`)) return undefined
    const path = request.path.slice(publicPath.length)
    if (path.startsWith('/v1/')) return answerApi(request, path)
    if (path === '/test' && request.method === 'POST')
      return request.isOperator ? control(request) : undefined
    return request.method === 'GET' || request.method === 'HEAD' ? findPage(path.slice(1)) : undefined
  }

  async function answerApi(request: SandboxRequest, path: string): Promise<SandboxAnswer> {
    const { id, method, query, headers, body } = request
    const reply = await sandbox.answer({
      method,
      path,
      query,
      body,
      authorization: toText(headers.authorization),
      idempotencyKey: toText(headers['idempotency-key']),
      version: toText(headers['stripe-version']),
      requestId: id,
    })
    return { ...reply, headers: { ...reply.headers, ...jsonHeaders } }
  }

  async function control({ body }: SandboxRequest): Promise<SandboxAnswer> {
    try {
      return toJson(200, await runCommand({ database, deliveries, sandbox, now }, JSON.parse(body)))
    } catch (error) {
      if (error instanceof SyntaxError) return toJson(400, { issues: [{ message: error.message }] })
      if (error instanceof ZodError) return toJson(400, { issues: error.issues })
      if (error instanceof ApiFault) return toJson(400, error.body)
      throw error
    }
  }

  return { answer, start: () => deliveries.wake(), close: () => deliveries.close() }
}

const jsonHeaders = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }

function toJson(status: number, answer: unknown): SandboxAnswer {
  return { status, headers: jsonHeaders, body: JSON.stringify({ answer }), isCut: false }
}

function toText(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
