import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { type ContractCheck, collectViolations, skippedContractCheck } from './contract-check.ts'
import { lazy } from './lazy.ts'

const CONTRACT = fileURLToPath(new URL('../../../../../shared/contracts/openai/openapi-pruned.json', import.meta.url))

export const hasOpenAiContract = (): boolean => existsSync(CONTRACT)

const contract = lazy(readContract)

interface Operation {
  requestBody?: object
  responses: Record<string, { $ref?: string }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

/**
 * Validates all requests to the language model, and its responses, against OpenAI's published OpenAPI file. Like
 * `checkTwilioContract` it must be called before the sandbox is registered.
 */
export function checkOpenAiContract(app: FastifyInstance, prefix = '/sandbox/openai/v1'): ContractCheck {
  if (!hasOpenAiContract()) {
    return skippedContractCheck('OpenAI', 'the published specification (../shared/contracts/openai) is missing')
  }
  const { verdict, violations, countRequest: countCall, report } = collectViolations('OpenAI')

  const nameOf = (method: string, url: string) =>
    url.startsWith(`${prefix}/`) ? `${method} ${url.slice(prefix.length).split('?')[0]}` : undefined

  app.addHook('preHandler', async (request) => {
    const name = nameOf(request.method, request.url)
    if (!name) return
    countCall()
    const { operation, bodyCheck } = contract().find(name)
    if (!operation) violations.add(`${name}: not in the specification`)
    else if (bodyCheck) report(`${name} body`, bodyCheck, request.body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const name = nameOf(request.method, request.url)
    if (!name) return payload
    const { answerCheck: responseCheck, errorCheck } = contract().find(name)
    const check = reply.statusCode < 400 ? responseCheck(String(reply.statusCode)) : errorCheck
    if (!check) violations.add(`${name}: status ${reply.statusCode} is not in the specification`)
    else report(`${name} ${reply.statusCode}`, check, JSON.parse(String(payload)))
    return payload
  })

  return verdict
}

function readContract() {
  const document = JSON.parse(readFileSync(CONTRACT, 'utf8')) as Document
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    validateFormats: false,
  })
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const compile = (pointer: string[], rules: object = {}): ValidateFunction => {
    const $ref = `contract#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const check = compiled.get($ref) ?? ajv.compile({ $ref, ...rules })
    compiled.set($ref, check)
    return check
  }

  return {
    find(name: string) {
      const [method = '', path = ''] = name.split(' ')
      const pointer = ['paths', path, method.toLowerCase()]
      const operation = document.paths[path]?.[method.toLowerCase()]
      const json = ['content', 'application/json', 'schema']
      return {
        operation,
        // The specification allows unknown fields, but a misspelled field is a bug.
        bodyCheck:
          operation?.requestBody && compile([...pointer, 'requestBody', ...json], { unevaluatedProperties: false }),
        answerCheck: (status: string) =>
          operation?.responses[status] &&
          compile([...pointer, 'responses', status, ...json], { unevaluatedProperties: false }),
        errorCheck: compile(['components', 'schemas', 'ErrorResponse'], { unevaluatedProperties: false }),
      }
    },
  }
}
