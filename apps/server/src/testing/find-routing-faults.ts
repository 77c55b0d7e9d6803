import { type DeleteStmt, type InsertStmt, type Node, parseSync, type SelectStmt, type UpdateStmt } from 'libpg-query'

// Static check that a statement touches rows of one tenant only
// (docs/decisions/20261122T1040-statements-name-their-tenant.md).

export interface Catalog {
  tenantTables: ReadonlySet<string>
  /** Functions with a stable or volatile overload. */
  mutableFunctions: ReadonlySet<string>
}

/** One `select`, `insert`, `update` or `delete` without its subqueries. */
interface Level {
  /** Tenant tables by alias. */
  tables: Map<string, string>
  equalities: Equality[]
}

interface Equality {
  sides: [Node | undefined, Node | undefined]
  /** Tables whose rows the condition restricts; an outer join keeps all rows of its outer side. Default: all. */
  restricts?: ReadonlySet<string>
}

/** Returns why a distributed database could not run the statement on one tenant's shard, as sentences. */
export function findRoutingFaults(text: string, catalog: Catalog): string[] {
  const faults: string[] = []

  const visit = (value: unknown, ctes: ReadonlySet<string>): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, ctes)
    if (!isNode(value)) return
    if ('SelectStmt' in value) checkSelect(value.SelectStmt, ctes)
    else if ('InsertStmt' in value) checkInsert(value.InsertStmt, ctes)
    else if ('UpdateStmt' in value) checkChange(value.UpdateStmt, value.UpdateStmt.fromClause, ctes)
    else if ('DeleteStmt' in value) checkChange(value.DeleteStmt, value.DeleteStmt.usingClause, ctes)
    else if ('MergeStmt' in value) faults.push('MERGE is not checked')
    else for (const child of Object.values(value)) visit(child, ctes)
  }

  const visitParts = ({ withClause, ...parts }: Pick<SelectStmt, 'withClause'>, outerCtes: ReadonlySet<string>) => {
    let ctes = outerCtes
    for (const node of withClause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue
      // Without RECURSIVE the CTE's own name still refers to a table.
      const following = ctes.union(new Set([node.CommonTableExpr.ctename ?? '']))
      visit(node.CommonTableExpr.ctequery, withClause?.recursive ? following : ctes)
      ctes = following
    }
    for (const part of Object.values(parts)) visit(part, ctes)
  }

  const checkSelect = (select: SelectStmt, outerCtes: ReadonlySet<string>) => {
    const ctes = withCtes(select, outerCtes)
    const { larg, rarg, ...parts } = select
    if (larg) checkSelect(larg, ctes)
    if (rarg) checkSelect(rarg, ctes)
    checkLevel(levelOf(select.fromClause, select.whereClause, ctes), parts)
    visitParts(parts, outerCtes)
  }

  const checkChange = (change: UpdateStmt | DeleteStmt, from: Node[] | undefined, outerCtes: ReadonlySet<string>) => {
    const ctes = withCtes(change, outerCtes)
    const target: Node[] = change.relation ? [{ RangeVar: change.relation }] : []
    checkLevel(levelOf([...target, ...(from ?? [])], change.whereClause, ctes), change)
    visitParts(change, outerCtes)
  }

  const checkInsert = (insert: InsertStmt, outerCtes: ReadonlySet<string>) => {
    const ctes = withCtes(insert, outerCtes)
    const table = insert.relation?.relname ?? ''
    if (isTenantTable(insert.relation?.schemaname, table)) {
      const position = (insert.cols ?? []).findIndex(
        (node) => 'ResTarget' in node && node.ResTarget.name === 'tenant_id',
      )
      const source = insert.selectStmt && 'SelectStmt' in insert.selectStmt ? insert.selectStmt.SelectStmt : {}
      if (!insertsOneTenant(source, position, ctes)) faults.push(`inserts into ${table} without naming its tenant`)
      if (source.valuesLists && contains(source.valuesLists, (node) => 'SubLink' in node))
        faults.push(`inserts a subquery into ${table} as a value`)
      const update = insert.onConflictClause
      if (update && contains([update.targetList, update.whereClause], isMutable))
        faults.push(`updates ${table} on conflict with a function that is not immutable`)
    }
    visitParts(insert, outerCtes)
  }

  const insertsOneTenant = (source: SelectStmt, position: number, outerCtes: ReadonlySet<string>): boolean => {
    const ctes = withCtes(source, outerCtes)
    if (source.larg && source.rarg)
      return [source.larg, source.rarg].every((part) => insertsOneTenant(part, position, ctes))
    if (source.valuesLists) {
      return source.valuesLists.every((row) => 'List' in row && isConstant(row.List.items?.[position]))
    }
    const target = source.targetList?.[position]
    const value = target && 'ResTarget' in target ? target.ResTarget.val : undefined
    if (isConstant(value)) return true
    const level = levelOf(source.fromClause, source.whereClause, ctes)
    return routedOf(level).has(tenantOf(value, level) ?? '')
  }

  const checkLevel = (level: Level, parts: object) => {
    const routed = routedOf(level)
    for (const [alias, table] of level.tables) {
      if (!routed.has(alias)) faults.push(`does not name the tenant of ${table}${alias === table ? '' : ` (${alias})`}`)
    }
    if (level.tables.size > 0 && contains(parts, isAdvisoryLock))
      faults.push(`takes an advisory lock beside ${[...level.tables.values()].join(', ')}`)
  }

  const levelOf = (from: Node[] | undefined, where: Node | undefined, ctes: ReadonlySet<string>): Level => {
    const level: Level = { tables: new Map(), equalities: equalitiesOf(where) }
    for (const node of from ?? []) addSource(node, level, ctes)
    return level
  }

  /** Adds an item of a FROM clause and returns the aliases of its tenant tables. */
  const addSource = (node: Node, level: Level, ctes: ReadonlySet<string>): Set<string> => {
    if ('RangeVar' in node) {
      const { schemaname, relname = '', alias } = node.RangeVar
      if (!isTenantTable(schemaname, relname) || (!schemaname && ctes.has(relname))) return new Set()
      const name = alias?.aliasname ?? relname
      level.tables.set(name, relname)
      return new Set([name])
    }
    if (!('JoinExpr' in node)) return new Set()
    const { larg, rarg, jointype, quals, usingClause } = node.JoinExpr
    const left = larg ? addSource(larg, level, ctes) : new Set<string>()
    const right = rarg ? addSource(rarg, level, ctes) : new Set<string>()
    const restricts = {
      JOIN_INNER: left.union(right),
      JOIN_LEFT: right,
      JOIN_RIGHT: left,
    }[String(jointype)]
    const equalities = equalitiesOf(quals)
    if (usingClause?.some((column) => nameOf(column) === 'tenant_id')) {
      for (const a of left) for (const b of right) equalities.push({ sides: [tenantColumn(a), tenantColumn(b)] })
    }
    level.equalities.push(...equalities.map((equality) => ({ restricts: restricts ?? new Set<string>(), ...equality })))
    return left.union(right)
  }

  const isTenantTable = (schema: string | undefined, table: string) =>
    (!schema || schema === 'public') && catalog.tenantTables.has(table)

  const isMutable = (node: Node) =>
    'SQLValueFunction' in node ||
    ('FuncCall' in node && catalog.mutableFunctions.has(nameOf(node.FuncCall.funcname?.at(-1)) ?? ''))

  for (const { stmt } of parseSync(text).stmts ?? []) visit(stmt, new Set())
  return [...new Set(faults)]
}

/** Tables of a level whose tenant_id equals a parameter or literal, directly or via another table of the level. */
function routedOf(level: Level): Set<string> {
  const routed = new Set<string>()
  for (let size = -1; size < routed.size; ) {
    size = routed.size
    for (const { sides, restricts } of level.equalities) {
      for (const [a, b] of [sides, sides.toReversed()]) {
        const table = tenantOf(a, level)
        if (!table || (restricts && !restricts.has(table))) continue
        if (isConstant(b) || routed.has(tenantOf(b, level) ?? '')) routed.add(table)
      }
    }
  }
  return routed
}

/** Alias of the table whose `tenant_id` the node refers to. */
function tenantOf(node: Node | undefined, { tables }: Level): string | undefined {
  if (!node || !('ColumnRef' in node)) return undefined
  const names = (node.ColumnRef.fields ?? []).map(nameOf)
  if (names.at(-1) !== 'tenant_id') return undefined
  const [table] = names.length > 1 ? names : tables.keys()
  return table && tables.has(table) ? table : undefined
}

const tenantColumn = (table: string): Node => ({
  ColumnRef: { fields: [{ String: { sval: table } }, { String: { sval: 'tenant_id' } }] },
})

/** Equalities that are implied by the condition: the operands of its top-level AND. */
function equalitiesOf(condition: Node | undefined): Equality[] {
  if (!condition) return []
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(equalitiesOf)
  if (!('A_Expr' in condition)) return []
  const { kind, name, lexpr, rexpr } = condition.A_Expr
  if (kind !== 'AEXPR_OP' || nameOf(name?.[0]) !== '=') return []
  if (lexpr && rexpr && 'RowExpr' in lexpr && 'RowExpr' in rexpr) {
    const values = rexpr.RowExpr.args ?? []
    return (lexpr.RowExpr.args ?? []).map((arg, i): Equality => ({ sides: [arg, values[i]] }))
  }
  return [{ sides: [lexpr, rexpr] }]
}

const isConstant = (node: Node | undefined): boolean =>
  !!node &&
  ('ParamRef' in node ||
    ('A_Const' in node && !node.A_Const.isnull) ||
    ('TypeCast' in node && isConstant(node.TypeCast.arg)))

const isAdvisoryLock = (node: Node) =>
  'FuncCall' in node && /^pg_(try_)?advisory_/.test(nameOf(node.FuncCall.funcname?.at(-1)) ?? '')

const nameOf = (node: Node | undefined) => (node && 'String' in node ? node.String.sval : undefined)

function withCtes({ withClause }: Pick<SelectStmt, 'withClause'>, outer: ReadonlySet<string>): ReadonlySet<string> {
  const names = (withClause?.ctes ?? []).flatMap((cte) =>
    'CommonTableExpr' in cte ? [cte.CommonTableExpr.ctename ?? ''] : [],
  )
  return outer.union(new Set(names))
}

function contains(value: unknown, test: (node: Node) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => contains(item, test))
  return isNode(value) && (test(value) || Object.values(value).some((child) => contains(child, test)))
}

/** Accepts other objects of the tree too: they have none of the node keys. */
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
