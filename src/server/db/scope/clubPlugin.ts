// Tells a transaction's queries which club they are for: every table of clubs gets the condition on its club.
import {
  type AliasedExpression,
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type CommonTableExpressionNode,
  type DeleteQueryNode,
  expressionBuilder,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely'
import { type ClubTableName, clubTables, type Schema } from '../schema.gen.ts'
import { isAcrossColumn, isAcrossTable } from './across.ts'
import { findOpenClub, isAcrossClubs } from './scope.ts'

/**
 * For every transaction. In a club's name, each table of clubs gets the condition on the club, in `where` or in the `on`
 * of its join. In nobody's name, no table of clubs can be named, apart from jobs, which are run for all together, and
 * where a transaction reads across the clubs, the columns that are meant for it.
 */
export const clubPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => findTransformer().transformNode(node),
  transformResult: async ({ result }) => result,
}

function findTransformer(): OperationNodeTransformer {
  if (findOpenClub() !== null) return conditions
  return isAcrossClubs() ? acrossClubs : noClub
}

/**
 * The rows of the transaction's club, to read in raw SQL: behind `from` or `join`, with its alias. Raw SQL has no other
 * way to name a table of clubs, and writes none: the query builder does.
 */
export function ofClub(table: ClubTableName, alias: string = table): AliasedExpression<unknown, string> {
  return expressionBuilder<Schema>()
    .selectFrom(table as 'ride')
    .selectAll()
    .as(alias)
}

const names: ReadonlySet<string> = new Set(clubTables)

function isOfClubs(table: string): boolean {
  return names.has(table)
}

interface Target {
  readonly table: string
  /** The name by which the query knows it. */
  readonly name: string
}

/** Undefined for what is no table of clubs: a subquery, which has its own conditions, or a shared table. */
function findTarget(node: OperationNode): Target | undefined {
  if (AliasNode.is(node)) {
    const target = findTarget(node.node)
    return target === undefined || !IdentifierNode.is(node.alias)
      ? target
      : { ...target, name: node.alias.name }
  }
  if (!TableNode.is(node)) return undefined
  const { name } = node.table.identifier
  return isOfClubs(name) ? { table: name, name } : undefined
}

/** The joins that can have the condition in their ON without a change of what they keep. */
const joinsWithCondition: readonly string[] = ['InnerJoin', 'LeftJoin'] satisfies JoinNode['joinType'][]

class ClubConditions extends OperationNodeTransformer {
  /** A subquery that a builder made has its conditions before it is put into another query. */
  readonly #done = new WeakSet<OperationNode>()

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    if (this.#done.has(node)) return node
    return this.#restrict(super.transformSelectQuery(node), node.from?.froms ?? [])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    if (this.#done.has(node)) return node
    const targets = [...(node.table === undefined ? [] : [node.table]), ...(node.from?.froms ?? [])]
    return this.#restrict(super.transformUpdateQuery(node), targets)
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    if (this.#done.has(node)) return node
    return this.#restrict(super.transformDeleteQuery(node), [
      ...node.from.froms,
      ...(node.using?.tables ?? []),
    ])
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const target = findTarget(node.table)
    const join = super.transformJoin(node)
    if (target === undefined) return join
    if (!joinsWithCondition.includes(node.joinType)) {
      throw new Error(`A ${node.joinType} of ${target.table} cannot be held to one club: write a left join.`)
    }
    const on = andAll([target], join.on?.on)
    return on === undefined ? join : { ...join, on: OnNode.create(on) }
  }

  protected override transformCommonTableExpression(
    node: CommonTableExpressionNode,
  ): CommonTableExpressionNode {
    const { name } = node.name.table.table.identifier
    if (isOfClubs(name)) throw new Error(`"${name}" is a table of clubs: name the expression otherwise.`)
    return super.transformCommonTableExpression(node)
  }

  protected override transformRaw(node: RawNode): RawNode {
    const table = node.parameters.find((parameter) => findTarget(parameter) !== undefined)
    if (table !== undefined) throw new Error('Raw SQL names a table of clubs: use ofClub.')
    return super.transformRaw(node)
  }

  #restrict<T extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
    query: T,
    nodes: readonly OperationNode[],
  ): T {
    const where = andAll(
      nodes.map(findTarget).filter((target) => target !== undefined),
      query.where?.where,
    )
    const restricted = where === undefined ? query : { ...query, where: WhereNode.create(where) }
    this.#done.add(restricted)
    return restricted
  }
}

/** The condition on the club for each of these, and the query's own one in brackets: it may hold an `or`. */
function andAll(targets: readonly Target[], own: OperationNode | undefined): OperationNode | undefined {
  const parts = [...targets.map(makeCondition), ...(own === undefined ? [] : [ParensNode.create(own)])]
  if (targets.length === 0) return own
  return parts.reduce((all, part) => AndNode.create(all, part))
}

function makeCondition({ name }: Target): OperationNode {
  return BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create('tenant_id'), TableNode.create(name)),
    OperatorNode.create('='),
    ValueNode.create(findOpenClub()),
  )
}

const conditions = new ClubConditions()

/** Columns are named one by one, and by the query builder alone: raw SQL has no way to name these tables. */
const acrossClubs = new (class extends OperationNodeTransformer {
  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier
    if (isOfClubs(name) && !isAcrossTable(name)) throw new Error(`"${name}" is not read across clubs.`)
    return super.transformTable(node)
  }

  protected override transformColumn(node: ColumnNode): ColumnNode {
    const { name } = node.column
    if (!isAcrossColumn(name)) throw new Error(`The column "${name}" is not read across clubs.`)
    return super.transformColumn(node)
  }

  protected override transformSelectAll(): never {
    throw new Error('Across clubs, columns are named one by one.')
  }

  protected override transformRaw(node: RawNode): RawNode {
    const table = node.parameters.find((parameter) => findTarget(parameter) !== undefined)
    if (table !== undefined) throw new Error('Raw SQL names a table of clubs, and reads across them.')
    return super.transformRaw(node)
  }
})()

const noClub = new (class extends OperationNodeTransformer {
  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier
    if (isOfClubs(name) && name !== 'job') {
      throw new Error(`"${name}" is a table of clubs: use inTenant.`)
    }
    return super.transformTable(node)
  }
})()
