// The HTTP edge: routes, headers, one log line per request, and answers to errors.

import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { addCalendar } from '../areas/activities/links/index.ts'
import { addOwnData } from '../areas/closing/links.ts'
import { addEventPreview } from '../areas/events/links.ts'
import { addFiles } from '../areas/files/links.ts'
import { addNewsletter } from '../areas/newsletter/links/stopping.ts'
import { canDatabaseLater } from '../db/away.ts'
import { toBusy } from '../dispatch/refusals.ts'
import { createBodyReader } from '../http/bodies/requestBodies.ts'
import { addReports } from '../http/cspReports.ts'
import { type EdgeParts, sendFailure } from '../http/edgeContext.ts'
import { addEndpoint, findCaller } from '../http/endpoint.ts'
import { createFairQueue } from '../http/fairQueue.ts'
import { addManifest } from '../http/manifest.ts'
import { addMedia } from '../http/media.ts'
import { addMetrics, createEdgeFigures } from '../http/metrics.ts'
import { addMounted } from '../http/mounted.ts'
import { createPacks } from '../http/packs.ts'
import { addSandbox } from '../http/sandboxMessages.ts'
import { createDefaultHeaders } from '../http/securityHeaders.ts'
import { addStaticFiles } from '../http/staticFiles.ts'
import { createProxyWatch } from '../http/unknownProxy.ts'
import { createUnreadableAnswer } from '../http/unreadable.ts'
import { addWebhook } from '../http/webhook.ts'
import {
  keepAliveMs,
  longestReadinessMs,
  readinessMemoryMs,
  requestCountsLoggedEveryMs,
  requestTimeoutMs,
} from '../limits/machine.ts'
import { StorageFault, toUnavailable } from '../objects/objectStore.ts'
import { isAbleWith, type Trouble } from '../process/engine.ts'
import { toLoggedPath } from '../process/log.ts'

/** The edge, which does not listen yet. */
export function createEdge(parts: EdgeParts): FastifyInstance {
  const { config, log } = parts
  const defaultHeaders = new Map(Object.entries(createDefaultHeaders(config)))
  const packs = createPacks(parts)
  const readBody = createBodyReader({ findCaller: (request) => findCaller(request, parts) })
  const findTrouble = rememberTrouble(parts)
  const figures = createEdgeFigures(findTrouble)
  const counts = new Map<string, number>()
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    figures.noteCounted(name)
  }
  let isClosing = false
  const app = Fastify({
    // a whole field of phones asks for the same bytes, so these skip the routing
    serverFactory: (handle) => {
      const handleInTurn = createFairQueue(handle)
      return createServer(
        { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs },
        (request, response) => {
          if (hasTwoHosts(request)) {
            response.writeHead(400, { ...Object.fromEntries(defaultHeaders), connection: 'close' }).end()
            return
          }
          if (!isClosing && packs.answerAtOnce(request, response)) {
            count('packs')
            return
          }
          response.setHeaders(defaultHeaders)
          handleInTurn(request, response)
        },
      )
    },
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => parts.newId(),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    forceCloseConnections: 'idle',
    clientErrorHandler: createUnreadableAnswer(defaultHeaders),
    frameworkErrors: (error, request, reply) => {
      request.noted ??= { action: null, code: null }
      sendFailure(request, reply, toFailure(error, parts))
    },
  })
  // routes with a body read it by themselves
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  app.decorateRequest('noted')

  const watchProxy = createProxyWatch(parts)
  app.addHook('onRequest', (request, reply, done) => {
    request.noted = { action: null, code: null }
    watchProxy(request)
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('preClose', () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // a connection that stayed open would keep the server from stopping
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { countedAs } = request.routeOptions.config
    const { action, code, reference } = request.noted
    if (countedAs !== undefined) count(countedAs)
    else {
      figures.note(action, code ?? toOutcome(reply.statusCode), reply.elapsedTime / 1000)
      log.info(
        {
          requestId: request.id,
          method: request.method,
          path: toLoggedPath(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...(action === null ? {} : { action }),
          ...(code === null ? {} : { code }),
          ...(reference === undefined ? {} : { reference }),
        },
        'request',
      )
    }
    done()
  })
  function writeCounts(): void {
    if (counts.size > 0) log.info(Object.fromEntries(counts), 'requests without a log line of their own')
    counts.clear()
  }
  const timer = setInterval(() => {
    writeCounts()
    // so that the log says it where no watchman asks
    findTrouble().catch(() => undefined)
  }, requestCountsLoggedEveryMs).unref()
  app.addHook('onClose', () => {
    clearInterval(timer)
    writeCounts()
  })

  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error, parts)
    if (failure.details.reference !== undefined) {
      log.error({ err: error, requestId: request.id, reference: failure.details.reference }, 'request failed')
    }
    sendFailure(request, reply, failure)
  })

  app.get('/healthz', { config: { countedAs: 'probes' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  )
  app.get('/readyz', { config: { countedAs: 'probes' } }, async (_request, reply) => {
    const code = await findTrouble()
    reply.header('cache-control', 'no-store')
    const ready = isAbleWith(code)
    return reply.code(ready ? 200 : 503).send(code === null ? { ready } : { ready, code })
  })
  addMetrics(app, parts, figures)
  addEndpoint(app, parts, readBody)
  packs.addTo(app)
  addMedia(app, parts)
  addCalendar(app, parts)
  addFiles(app, parts)
  addEventPreview(app, parts)
  addNewsletter(app, parts)
  addOwnData(app, parts)
  addManifest(app, parts)
  addReports(app, parts)
  addSandbox(app, parts)
  addMounted(app, parts, readBody)
  addWebhook(app, parts, readBody)
  addStaticFiles(app, parts)
  return app
}

/** Asks once for all who want to know at about the same time. */
function rememberTrouble({ isReady, engine, log }: EdgeParts): () => Promise<Trouble | 'starting' | null> {
  let finding: Promise<Trouble | null> | undefined
  let foundAt = 0
  let known: Trouble | null = null
  return async () => {
    if (!isReady()) return 'starting'
    if (finding === undefined || performance.now() - foundAt > readinessMemoryMs) {
      foundAt = performance.now()
      finding = engine.findTrouble()
      finding.then(
        (found) => {
          if (found !== known) {
            if (found === 'tables_newer')
              log.warn({ code: found }, 'a newer version has changed the tables: update this machine too')
            else if (found === null) log.info({ code: known }, 'the instance can do its work again')
            else log.error({ code: found }, 'the instance cannot do its work (docs/server.md, "Is it well?")')
          }
          known = found
        },
        () => undefined,
      )
    }
    // an engine that is busy with an import answers late, and is no trouble
    return Promise.race([finding, pause(longestReadinessMs, undefined, { ref: false }).then(() => known)])
  }
}

/** Of an address that is no action: few words, whatever is asked for. */
function toOutcome(status: number): string {
  return status < 400 ? 'ok' : String(status)
}

/** A proxy may have read the other one (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) count += 1
  return count > 1
}

/** The framework's own refusals in our words. Every other error is a fault of ours. */
function toFailure(error: unknown, { newId }: EdgeParts): Failure {
  if (error instanceof Failure) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Failure('body-too-large', 'The request is too large.')
  if (status === 415) return new Failure('unsupported-media-type', 'This content type is not taken here.')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Failure('not-found', 'There is nothing at this address.')
  }
  const reference = newId()
  if (error instanceof StorageFault) return toUnavailable(reference)
  if (canDatabaseLater(error)) return toBusy(reference)
  return new Failure('internal', 'Something went wrong on our side.', { reference })
}
