import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { type ContractCheck, collectViolations, skippedContractCheck } from './contract-check.ts'
import { lazy } from './lazy.ts'
import { type ContractOperation, readContract } from './openapi.ts'

export type { ContractCheck } from './contract-check.ts'

const CONTRACTS = fileURLToPath(new URL('../../../../../shared/contracts/twilio/', import.meta.url))

/**
 * The only endpoint of Twilio's Pricing API in use, with the fields of its documentation:
 * https://www.twilio.com/docs/phone-numbers/pricing#fetch-a-phonenumbercountry-resource
 */
const PRICING = fileURLToPath(new URL('./twilio-pricing.json', import.meta.url))

const CONTRACTS_MISSING = 'the published specifications (../shared/contracts/twilio) are missing'

export const hasTwilioContracts = (): boolean => existsSync(`${CONTRACTS}api_v2010.json`)

/** Cached per process: parsing three megabytes takes half a second, compiling the validators more. */
const readContracts = lazy(() => [
  readContract(`${CONTRACTS}api_v2010.json`),
  readContract(`${CONTRACTS}lookups_v2.json`, { isEverythingNullable: true }),
  readContract(`${CONTRACTS}messaging_v1.json`),
  readContract(PRICING),
])

/**
 * Validates all requests to the Twilio routes, and their responses, against Twilio's published OpenAPI files.
 * Must be called before the sandbox is registered:
 *
 *     const contract = checkTwilioContract(app)
 *     await app.register(sandbox.plugin, { prefix: '/sandbox' })
 *     …
 *     afterAll(() => contract.assertKept())
 */
export function checkTwilioContract(app: FastifyInstance, prefix = '/sandbox/twilio'): ContractCheck {
  if (!hasTwilioContracts()) {
    return skippedContractCheck('Twilio', CONTRACTS_MISSING)
  }
  const contracts = readContracts()
  const { verdict, violations, countRequest: countCall, report } = collectViolations('Twilio')

  const locate = (
    method: string,
    url: string,
  ): { operation?: ContractOperation; path: string; query: string } | null => {
    if (!url.startsWith(`${prefix}/`)) return null
    const [path = '', query = ''] = url.slice(prefix.length).split('?')
    // The specification does not cover media content.
    if (/\/Media\/ME[0-9a-f]{32}$/.test(path)) return null
    for (const contract of contracts) {
      const operation = contract.find(method, path)
      if (operation) return { operation, path, query }
    }
    return { path, query }
  }

  app.addHook('preHandler', async (request) => {
    const match = locate(request.method, request.url)
    if (!match) return
    countCall()
    const { operation } = match
    const name = `${request.method} ${operation?.template ?? match.path}`
    if (!operation) {
      violations.add(`${name}: not in the specification`)
      return
    }
    const query = qs.parse(match.query, { depth: 0, arrayLimit: 1000 })
    for (const parameter of operation.parameters) {
      const value = parameter.in === 'path' ? operation.pathParameters[parameter.name] : query[parameter.name]
      if (value !== undefined) report(`${name}: ${parameter.name}`, operation.parameterCheck(parameter), value)
    }
    for (const key of Object.keys(query)) {
      if (!operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === key)) {
        violations.add(`${name}: unknown query parameter ${key}`)
      }
    }
    if (typeof request.body !== 'string') return
    const check = operation.bodyCheck()
    if (!check) {
      if (request.body !== '') violations.add(`${name}: unexpected body`)
      return
    }
    const body = qs.parse(request.body, { depth: 20, arrayLimit: 1000 })
    for (const field of operation.arrayFields) {
      const value = body[field]
      if (value !== undefined && !Array.isArray(value)) body[field] = [value as string]
    }
    report(`${name} body`, check, body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const match = locate(request.method, request.url)
    if (!match?.operation) return payload
    const { operation } = match
    const status = String(reply.statusCode)
    const name = `${request.method} ${operation.template} ${status}`
    const response = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : undefined
    if (reply.statusCode >= 400) {
      const { code, message, more_info: more, status: bodyStatus } = response ?? {}
      const isShaped = Number.isInteger(code) && typeof message === 'string' && typeof more === 'string'
      if (!isShaped || bodyStatus !== reply.statusCode) violations.add(`${name}: not Twilio's error shape`)
      return payload
    }
    if (!operation.statuses.includes(status)) {
      violations.add(`${name}: the specification allows only ${operation.statuses.join(', ')}`)
      return payload
    }
    const check = operation.responseCheck(status)
    if (check) report(name, check, response)
    return payload
  })

  return verdict
}
