import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'

const DISCOVERY = fileURLToPath(
  new URL('../../../../../shared/contracts/google/discovery/calendar-v3.json', import.meta.url),
)

export const hasGoogleContract = (): boolean => existsSync(DISCOVERY)

interface Method {
  path: string
  httpMethod: string
  response?: { $ref: string }
}

interface Resource {
  methods?: Record<string, Method>
}

/**
 * Checks a response against the schema that the method has in Google's discovery document. Fields that are not in it
 * are allowed, as the stored document is of 2023.
 */
export function readGoogleContract(): (method: string, response: unknown) => string[] {
  const document = JSON.parse(readFileSync(DISCOVERY, 'utf8')) as {
    schemas: object
    resources: Record<string, Resource>
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'calendar', $defs: rewrite(document.schemas) })
  return (name, response) => {
    const [resource = '', method = ''] = name.split('.')
    const described = document.resources[resource]?.methods?.[method]
    if (!described) return [`${name} is not in the document`]
    if (!described.response) return response === null ? [] : [`${name} has no response`]
    const check = ajv.compile({ $ref: `calendar#/$defs/${described.response.$ref}` })
    return check(response) ? [] : (check.errors ?? []).map((error) => `${name} ${error.instancePath} ${error.message}`)
  }
}

/** JSON Schema draft 3 by name becomes 2020-12. Numbers of 64 bits are strings. */
function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      if (key === '$ref' && typeof value === 'string') return [[key, `#/$defs/${value}`]]
      if (key === 'required' && typeof value === 'boolean') return []
      if (key === 'type' && value === 'any') return []
      if (key === 'default' || key === 'id') return typeof value === 'object' ? [[key, rewrite(value)]] : []
      return [[key, rewrite(value)]]
    }),
  )
}
