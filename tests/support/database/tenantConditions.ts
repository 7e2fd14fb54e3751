// Removes "tenant_id = …" from every statement, so that only row-level security keeps the clubs apart (T2.2).
import {
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  RawNode,
  ReferenceNode,
  ValueNode,
} from 'kysely'
import type { Tx } from '../../../src/server/db/open.ts'

/** Set for one run of the server's tests, in `vitest.config.ts`. */
export const areTenantConditionsRemoved = process.env.TENANT_CONDITIONS === 'removed'

export function removeTenantConditions(tx: Tx): Tx {
  return tx.withPlugin({
    transformQuery: ({ node }) => remover.transformNode(node),
    transformResult: async ({ result }) => result,
  }) as Tx
}

const rawCondition = /(?:[\w"]+\.)?"?tenant_id"?\s*=\s*$/

class Remover extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    if (!isTenantCondition(node)) return super.transformBinaryOperation(node)
    const one = ValueNode.createImmediate(1)
    return BinaryOperationNode.create(one, OperatorNode.create('='), one)
  }

  protected override transformRaw(node: RawNode): RawNode {
    const { sqlFragments, parameters } = super.transformRaw(node)
    const [first = '', ...others] = sqlFragments
    const fragments = [first]
    const left: OperationNode[] = []
    others.forEach((fragment, at) => {
      const before = fragments.at(-1) ?? ''
      const parameter = parameters[at]
      if (parameter === undefined) return
      if (rawCondition.test(before) && ValueNode.is(parameter)) {
        fragments[fragments.length - 1] = `${before.replace(rawCondition, 'true')}${fragment}`
      } else {
        left.push(parameter)
        fragments.push(fragment)
      }
    })
    return RawNode.create(fragments, left)
  }
}

const remover = new Remover()

function isTenantCondition({ leftOperand, operator, rightOperand }: BinaryOperationNode): boolean {
  return (
    ReferenceNode.is(leftOperand) &&
    ColumnNode.is(leftOperand.column) &&
    leftOperand.column.column.name === 'tenant_id' &&
    OperatorNode.is(operator) &&
    operator.operator === '=' &&
    ValueNode.is(rightOperand)
  )
}
