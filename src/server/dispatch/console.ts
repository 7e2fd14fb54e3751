// An officer's action from the command line: the same handler, rules and trail, without HTTP, limits or a sign-in.
import { Failure } from '../../contract/failures.ts'
import { type ActionName, getDefinition, type Input, type Output } from '../../contract/index.ts'
import { operator } from '../auth/principals.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import { createLog } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { refusal } from './callContext.ts'
import type { Handlers } from './handler.ts'
import { toShown } from './outcome.ts'
import { createTrailing } from './trailing.ts'

/** Throws the Failure that a caller would get. */
export async function askAsConsole<N extends ActionName>(
  { services, handlers }: { readonly services: Services; readonly handlers: Handlers },
  tenant: TenantIdentity,
  name: N,
  input: Input<N>,
): Promise<Output<N>> {
  const definition = getDefinition(name)
  const handle = (handlers as unknown as Record<N, (context: object, input: unknown) => Promise<object>>)[
    name
  ]
  const parsed = definition.input.safeParse(input)
  if (!parsed.success) {
    const [fault] = parsed.error.issues
    throw new Failure('invalid-input', `${fault?.path.join('.')}: ${fault?.message}.`)
  }
  const now = services.now()
  const trail = createTrailing({ name, definition, key: null, now }, operator)
  return services.database.inTenant(tenant.id, async (tx) => {
    const context = {
      ...{ tx, tenant, principal: operator, member: null, key: null, now, language: null, peer: '' },
      ...{ preview: undefined, services, log: createLog(), changed: trail.changed },
      fail(...reason: Parameters<typeof refusal>): never {
        throw refusal(...reason)
      },
    }
    const output = await handle(context, parsed.data)
    await trail.write(tx)
    return definition.output.parse(toShown({ definition }, operator, output)) as Output<N>
  })
}
