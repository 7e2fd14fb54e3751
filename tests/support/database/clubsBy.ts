// What tells the clubs apart in a test file: the conditions in the queries alone, or row-level security alone, so that
// each is known to be enough (T2.2). A hash of the file and of the code's state chooses.
import { join, relative, sep } from 'node:path'
import {
  BinaryOperationNode,
  ColumnNode,
  OperationNodeTransformer,
  OperatorNode,
  PostgresQueryCompiler,
  ReferenceNode,
  ValueNode,
} from 'kysely'
import { expect, inject } from 'vitest'
import type { Tx } from '../../../src/server/db/open.ts'
import { findOpenClub, isAcrossClubs } from '../../../src/server/db/scope/scope.ts'
import { chooseFor, type clubsBy } from '../run/clubsChoice.ts'
import { findClubFaults } from './clubStatements.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** `both` is what the product has. */
export type ClubsBy = (typeof clubsBy)[number] | 'both'

/** For the test file that runs now. */
export function findClubsBy(): ClubsBy {
  const path = relative(root, expect.getState().testPath ?? '')
  return chooseFor(path.split(sep).join('/'), inject('clubsChoice'))
}

/**
 * The same transaction. Fails for a statement that touches a table of clubs without the condition; with `security`,
 * takes the conditions away after that.
 */
export function watchClubs(tx: Tx, by: ClubsBy): Tx {
  return tx.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql } = compiler.compileQuery(node, queryId)
      if (!right.has(sql)) {
        // which tables and columns are read across clubs, the product's own plug-in says
        const faults = isAcrossClubs() ? [] : findClubFaults(sql, findOpenClub() !== null)
        if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${sql}`)
        right.add(sql)
      }
      return by === 'security' ? removeTenantConditions.transformNode(node) : node
    },
    transformResult: async ({ result }) => result,
  })
}

const compiler = new PostgresQueryCompiler()
/** The statements that were found right, so that each is read once. */
const right = new Set<string>()

const removeTenantConditions = new (class extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    if (!isTenantCondition(node)) return super.transformBinaryOperation(node)
    const one = ValueNode.createImmediate(1)
    return BinaryOperationNode.create(one, OperatorNode.create('='), one)
  }
})()

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
