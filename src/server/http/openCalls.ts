// Calls that an address makes for a program that cannot: calendars and browsers that open a link.
import type { FastifyRequest } from 'fastify'
import { Failure, failures, isFailureCode } from '../../contract/failures.ts'
import type { ActionName, Input, Output } from '../../contract/index.ts'
import type { Reply } from '../process/engine.ts'
import { toPeer } from '../throttle/peer.ts'
import { type EdgeParts, getHostSlug, readClubSlug } from './edgeContext.ts'

/** As a visitor of this address would call: the club is that of the address. */
export function dispatchOpenly(
  request: FastifyRequest,
  { config, engine }: EdgeParts,
  action: ActionName,
  input: object,
): Promise<Reply> {
  const slug = readClubSlug(request, config)
  return engine.dispatch({
    json: Buffer.from(JSON.stringify({ ...input, action, ...(slug === null ? {} : { subdomain: slug }) })),
    token: null,
    hostSlug: getHostSlug(request, config),
    peer: toPeer(request.ip),
    requestId: request.id,
  })
}

/**
 * Through the check of all calls, so that its limits count here too, and the club is that of the address. What the
 * action refuses on merit is not found; every other refusal is thrown as it is.
 */
export async function callOpenly<N extends ActionName>(
  request: FastifyRequest,
  parts: EdgeParts,
  action: N,
  input: Input<N>,
): Promise<Output<N>> {
  const { body, code } = await dispatchOpenly(request, parts, action, input)
  const answer = JSON.parse(body)
  if (code === null) return answer
  const isFinal = !isFailureCode(code) || failures[code].status === 200 || code === 'invalid-input'
  if (isFinal) throw new Failure('not-found', 'There is nothing at this address.')
  const { errorMessage, retryAfter, reference } = answer
  throw new Failure(code, errorMessage, { retryAfter, reference })
}
