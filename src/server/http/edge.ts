// The HTTP edge: routes, headers, one log line per request, and what becomes of errors.

import { createServer } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { minuteMs } from '../../domain/time.ts'
import { toLoggedPath } from '../log.ts'
import { addReports } from './cspReports.ts'
import { type EdgeParts, sendFailure } from './edgeContext.ts'
import { addEndpoint } from './endpoint.ts'
import { createFairQueue } from './fairQueue.ts'
import { addManifest } from './manifest.ts'
import { addMedia } from './media.ts'
import { addMounted } from './mounted.ts'
import { createPacks } from './packs.ts'
import { addSandbox } from './sandboxMessages.ts'
import { bareHeaders, createCommonHeaders } from './securityHeaders.ts'
import { addStaticFiles } from './staticFiles.ts'
import { addWebhook } from './webhook.ts'

/** How often the counts of what is not logged line by line are written down. */
const countsMs = minuteMs
/** A phone on a bad connection may take long for a picture's upload, but not for ever. */
const requestTimeoutMs = 120_000
const keepAliveMs = 75_000

/** The edge, not listening yet. */
export function createEdge(parts: EdgeParts): FastifyInstance {
  const { config, log } = parts
  const commonHeaders = createCommonHeaders(config)
  const packs = createPacks(parts)
  const counts = new Map<string, number>()
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  let isClosing = false
  const app = Fastify({
    // a whole field of phones asks for the same bytes: no routing for these
    serverFactory: (handle) => {
      const handleInTurn = createFairQueue(handle)
      return createServer(
        { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs },
        (request, response) => {
          if (!isClosing && packs.answerAtOnce(request, response)) count('packs')
          else handleInTurn(request, response)
        },
      )
    },
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => parts.newId(),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      request.noted ??= { action: null, code: null }
      sendFailure(request, reply, toFailure(error, parts))
    },
  })
  // the one route that takes a body reads it by itself
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  app.decorateRequest('noted')

  app.addHook('onRequest', (request, reply, done) => {
    request.noted = { action: null, code: null }
    reply.headers(commonHeaders).header('x-request-id', request.id)
    done()
  })
  app.addHook('preClose', () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // a connection that stayed open would keep the server from stopping
    if (isClosing) reply.header('connection', 'close')
    if (!reply.hasHeader('content-security-policy')) reply.headers(bareHeaders)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { countedAs } = request.routeOptions.config
    if (countedAs !== undefined) count(countedAs)
    else {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          path: toLoggedPath(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...(request.noted.action === null ? {} : { action: request.noted.action }),
          ...(request.noted.code === null ? {} : { code: request.noted.code }),
        },
        'request',
      )
    }
    done()
  })
  function writeCounts(): void {
    if (counts.size > 0) log.info(Object.fromEntries(counts), 'requests that are only counted')
    counts.clear()
  }
  const timer = setInterval(writeCounts, countsMs).unref()
  app.addHook('onClose', () => {
    clearInterval(timer)
    writeCounts()
  })

  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error, parts)
    if (failure.code === 'internal') {
      log.error({ err: error, requestId: request.id, reference: failure.details.reference }, 'request failed')
    }
    sendFailure(request, reply, failure)
  })

  app.get('/healthz', { config: { countedAs: 'probes' } }, () => ({ ok: true }))
  app.get('/readyz', { config: { countedAs: 'probes' } }, (_request, reply) =>
    reply.code(parts.isReady() ? 200 : 503).send({ ready: parts.isReady() }),
  )
  addEndpoint(app, parts)
  packs.addTo(app)
  addMedia(app, parts)
  addManifest(app, parts)
  addReports(app, parts)
  addSandbox(app, parts)
  addMounted(app, parts)
  addWebhook(app, parts)
  addStaticFiles(app, parts)
  return app
}

/** The framework's own refusals in our words; whatever else is a fault of ours. */
function toFailure(error: unknown, { newId }: EdgeParts): Failure {
  if (error instanceof Failure) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Failure('body-too-large', 'The request is too large.')
  if (status === 415) return new Failure('unsupported-media-type', 'This content type is not taken here.')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Failure('not-found', 'There is nothing at this address.')
  }
  return new Failure('internal', 'Something went wrong on our side.', { reference: newId() })
}
