// `/metrics`: the figures of the edge and of the engine, for Prometheus.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Failure } from '../../contract/failures.ts'
import { isActionName } from '../../contract/index.ts'
import { requestSecondsBuckets } from '../limits/machine.ts'
import { isAbleWith, type Trouble } from '../process/engine.ts'
import { ownVersion } from '../process/version.ts'
import type { EdgeParts } from './edgeContext.ts'
import { hasToken, isOperator } from './sandboxMessages.ts'

export interface EdgeFigures {
  /** Of a request: the action, or what kind of address it was, the answer, and the time it took. */
  note(action: string | null, outcome: string, seconds: number): void
  /** Many at once, which nobody measures. */
  noteCounted(kind: string): void
  readonly registry: Registry
}

/** What is no action of ours. */
const otherAddress = 'other'

export function createEdgeFigures(findTrouble: () => Promise<Trouble | 'starting' | null>): EdgeFigures {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'showfield_requests_total',
    help: 'Answers by action and outcome; "ok", the code of a refusal, or the status of another address.',
    labelNames: ['action', 'outcome'],
    registers,
  })
  const times = new Histogram({
    name: 'showfield_request_seconds',
    help: 'How long an answer took, by action.',
    labelNames: ['action'],
    buckets: [...requestSecondsBuckets],
    registers,
  })
  const { version, commit } = ownVersion
  new Gauge({
    name: 'showfield_info',
    help: 'The version that runs.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit: commit ?? '' }, 1)
  new Gauge({
    name: 'showfield_unready',
    help: '1 with the code of /readyz while it answers 503.',
    labelNames: ['code'],
    registers,
    async collect() {
      this.reset()
      const code = await findTrouble()
      if (code !== null && !isAbleWith(code)) this.set({ code }, 1)
    },
  })
  return {
    registry,
    note(name, outcome, seconds) {
      // no stranger's word becomes a series
      const action = isActionName(name) ? name : otherAddress
      requests.inc({ action, outcome })
      times.observe({ action }, seconds)
    },
    noteCounted: (kind) => requests.inc({ action: kind, outcome: 'ok' }),
  }
}

/** With METRICS_TOKEN for who sends it; without it as `/sandbox`, for whoever runs the machine. */
export function addMetrics(
  app: FastifyInstance,
  { config, engine }: EdgeParts,
  { registry }: EdgeFigures,
): void {
  const isAllowed = (request: FastifyRequest): boolean =>
    config.metricsToken === null ? isOperator(request, config) : hasToken(request, config.metricsToken)
  app.get('/metrics', { config: { countedAs: 'probes' } }, async (request, reply) => {
    if (!isAllowed(request)) throw new Failure('not-found', 'There is nothing at this address.')
    const texts = [await registry.metrics(), await engine.readFigures()]
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(`${texts.map((text) => text.trimEnd()).join('\n')}\n`)
  })
}
