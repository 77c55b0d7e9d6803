import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const MODULES_DIR = path.join(import.meta.dirname, '../modules')

/**
 * Lists the statements in SQL text whose row type is stated beside them, as `file Type`. Single values (`sql<number>`)
 * and expressions of a query (`sql<Kind[]>`….as('kinds')`) are not statements.
 */
export const listTypedStatements = (): string[] =>
  readdirSync(MODULES_DIR, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      findRowTypes(readFileSync(path.join(MODULES_DIR, file), 'utf8')).map((type) => `${file} ${type}`),
    )
    .toSorted()

export function findRowTypes(source: string): string[] {
  const types: string[] = []
  const visit = (node: unknown): void => {
    if (!isObject(node)) return
    const { object, property } = node
    if (isObject(object) && isStatement(object) && nameOf(property) === 'as') {
      // `sql<T>`…`.as(…)`: only what is inside the template.
      visit(object.template)
      return
    }
    if (isStatement(node)) {
      const [type] = paramsOf(node.typeParameters)
      if (type && isRow(type)) types.push(toText(type))
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(source, { syntax: 'typescript' }).body)
  return types
}

type Node = Record<string, unknown>
const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : [])
const paramsOf = (value: unknown): Node[] => (isObject(value) ? listOf(value.params) : [])
const nameOf = (value: unknown): string => (isObject(value) ? String(value.value) : '')

const isStatement = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql'

/** Whether a type has fields, or a name that may stand for one with fields. */
const isRow = (type: Node): boolean =>
  type.type === 'TsTypeReference' || type.type === 'TsTypeLiteral' || Object.values(type).some(hasRow)
const hasRow = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasRow) : isObject(value) && 'type' in value && isRow(value)

function toText(type: Node): string {
  const params = paramsOf(type.typeParams).map(toText)
  if (type.type === 'TsTypeReference')
    return `${nameOf(type.typeName)}${params.length > 0 ? `<${params.join(', ')}>` : ''}`
  if (type.type === 'TsTypeLiteral')
    return `{ ${listOf(type.members)
      .map(({ key }) => nameOf(key))
      .join(', ')} }`
  if (type.type === 'TsIntersectionType') return listOf(type.types).map(toText).join(' & ')
  if (type.type === 'TsUnionType') return listOf(type.types).map(toText).join(' | ')
  if (type.type === 'TsParenthesizedType' && isObject(type.typeAnnotation)) return `(${toText(type.typeAnnotation)})`
  if (type.type === 'TsArrayType' && isObject(type.elemType)) return `${toText(type.elemType)}[]`
  if (type.type === 'TsLiteralType') return nameOf(type.literal)
  return String(type.kind ?? type.type)
}
