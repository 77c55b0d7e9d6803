import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

interface Schema {
  [keyword: string]: unknown
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: Schema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Contract {
  /** Operation of the specification that matches a request, if any. */
  find(method: string, path: string): ContractOperation | undefined
}

export interface ContractOperation {
  template: string
  pathParameters: Record<string, string>
  parameters: Parameter[]
  parameterCheck(parameter: Parameter): ValidateFunction
  bodyCheck(): ValidateFunction | null
  /** Body fields that may occur several times. */
  arrayFields: string[]
  statuses: string[]
  responseCheck(status: string): ValidateFunction | null
}

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, objects disallow unknown fields, and a number may be
 * a string (as latitudes are in Twilio's own examples).
 */
function rewrite(node: unknown, isEverythingNullable: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, isEverythingNullable))
  if (typeof node !== 'object' || node === null) return node
  const result = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, rewrite(value, isEverythingNullable)]),
  )
  const isNullable = isEverythingNullable || result.nullable === true
  if (typeof result.type === 'string' && !('in' in result)) {
    const types = [result.type, ...(result.type === 'number' ? ['string'] : []), ...(isNullable ? ['null'] : [])]
    if (result.type === 'object' && typeof result.properties === 'object') result.additionalProperties ??= false
    result.type = types
    if (isNullable && Array.isArray(result.enum)) result.enum = [...result.enum, null]
  }
  // Ajv refuses it without a type.
  delete result.nullable
  // Allow null beside a $ref: Twilio's Lookup returns null for every field that was not requested.
  if (typeof result.$ref === 'string' && isEverythingNullable) {
    return { anyOf: [{ $ref: result.$ref }, { type: 'null' }] }
  }
  return result
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const

const FORMATS = {
  binary: true,
  'date-time-rfc-2822': /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/,
  'uri-map': true,
  'iso-country-code': /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/i,
} as const

export function readContract(file: string, { isEverythingNullable = false } = {}): Contract {
  const document = rewrite(JSON.parse(readFileSync(file, 'utf8')), isEverythingNullable) as Document
  const options = { strict: false, allErrors: true, validateSchema: false, logger: false, formats: FORMATS } as const
  const responseAjv = new Ajv(options)
  const formAjv = new Ajv({ ...options, coerceTypes: true })
  responseAjv.addSchema(document, 'contract')
  formAjv.addSchema(document, 'contract')

  const compiled = new Map<string, ValidateFunction>()
  const compile = (ajv: Ajv, pointer: string[]): ValidateFunction => {
    const reference = `contract#/${pointer.map(escapePointer).map(encodeURIComponent).join('/')}`
    const cached = compiled.get(reference)
    const check = cached ?? ajv.compile({ $ref: reference })
    compiled.set(reference, check)
    return check
  }

  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
      pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+?)')}$`),
    }))
    .sort((a, b) => a.names.length - b.names.length)

  return {
    find(method, path) {
      for (const { template, names, pattern } of templates) {
        const match = pattern.exec(path)
        const operation = match && document.paths[template]?.[method.toLowerCase()]
        if (!match || !operation) continue
        const pointer = ['paths', template, method.toLowerCase()]
        const formType = FORM_TYPES.find((type) => operation.requestBody?.content[type])
        const form = formType && operation.requestBody?.content[formType]
        const properties = (form?.schema.properties ?? {}) as Record<string, Schema>
        const parameters = operation.parameters ?? []
        return {
          template,
          pathParameters: Object.fromEntries(
            names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
          ),
          parameters,
          parameterCheck: (parameter) =>
            compile(formAjv, [...pointer, 'parameters', String(parameters.indexOf(parameter)), 'schema']),
          bodyCheck: () =>
            formType ? compile(formAjv, [...pointer, 'requestBody', 'content', formType, 'schema']) : null,
          arrayFields: Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes('array')),
          statuses: Object.keys(operation.responses),
          responseCheck: (status) =>
            operation.responses[status]?.content?.['application/json']
              ? compile(responseAjv, [...pointer, 'responses', status, 'content', 'application/json', 'schema'])
              : null,
        } as ContractOperation
      }
      return undefined
    },
  }
}
