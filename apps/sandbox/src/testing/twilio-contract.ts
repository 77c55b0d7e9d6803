import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { type ContractCheck, collectViolations, notChecked } from './contract-check.ts'
import { lazily } from './lazily.ts'
import { type ContractOperation, readContract } from './openapi.ts'

export type { ContractCheck } from './contract-check.ts'

const CONTRACTS = fileURLToPath(new URL('../../../../../shared/contracts/twilio/', import.meta.url))

/**
 * The one endpoint of Twilio's Pricing API that we use, with the fields of its documentation:
 * https://www.twilio.com/docs/phone-numbers/pricing#fetch-a-phonenumbercountry-resource
 */
const PRICING = fileURLToPath(new URL('./twilio-pricing.json', import.meta.url))

const CONTRACTS_ABSENT = 'the published specifications (../shared/contracts/twilio) are absent'

export const hasTwilioContracts = (): boolean => existsSync(`${CONTRACTS}api_v2010.json`)

/** Read once a process: half a second for three megabytes, and more for the checks that are compiled from them. */
const readContracts = lazily(() => [
  readContract(`${CONTRACTS}api_v2010.json`),
  readContract(`${CONTRACTS}lookups_v2.json`, { isEverythingNullable: true }),
  readContract(PRICING),
])

/**
 * Holds every request to the Twilio routes, and every answer of theirs, against Twilio's published OpenAPI files.
 * Must be called before the sandbox is registered:
 *
 *     const contract = checkTwilioContract(app)
 *     await app.register(sandbox.plugin, { prefix: '/sandbox' })
 *     …
 *     afterAll(() => contract.assertKept())
 */
export function checkTwilioContract(app: FastifyInstance, prefix = '/sandbox/twilio'): ContractCheck {
  if (!hasTwilioContracts()) {
    return notChecked('Twilio', CONTRACTS_ABSENT)
  }
  const contracts = readContracts()
  const { verdict, violations, countCall, report } = collectViolations('Twilio')

  const locate = (
    method: string,
    url: string,
  ): { operation?: ContractOperation; path: string; query: string } | null => {
    if (!url.startsWith(`${prefix}/`)) return null
    const [path = '', query = ''] = url.slice(prefix.length).split('?')
    // The bytes of a picture are no part of the specification.
    if (/\/Media\/ME[0-9a-f]{32}$/.test(path)) return null
    for (const contract of contracts) {
      const operation = contract.find(method, path)
      if (operation) return { operation, path, query }
    }
    return { path, query }
  }

  app.addHook('preHandler', async (request) => {
    const place = locate(request.method, request.url)
    if (!place) return
    countCall()
    const { operation } = place
    const name = `${request.method} ${operation?.template ?? place.path}`
    if (!operation) {
      violations.add(`${name}: not in the specification`)
      return
    }
    const query = qs.parse(place.query, { depth: 0, arrayLimit: 1000 })
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
      if (request.body !== '') violations.add(`${name}: a body where none belongs`)
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
    const place = locate(request.method, request.url)
    if (!place?.operation) return payload
    const { operation } = place
    const status = String(reply.statusCode)
    const name = `${request.method} ${operation.template} ${status}`
    const answer = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : undefined
    if (reply.statusCode >= 400) {
      const { code, message, more_info: more, status: said } = answer ?? {}
      const isShaped = Number.isInteger(code) && typeof message === 'string' && typeof more === 'string'
      if (!isShaped || said !== reply.statusCode) violations.add(`${name}: not Twilio's error shape`)
      return payload
    }
    if (!operation.statuses.includes(status)) {
      violations.add(`${name}: the specification knows only ${operation.statuses.join(', ')}`)
      return payload
    }
    const check = operation.answerCheck(status)
    if (check) report(name, check, answer)
    return payload
  })

  return verdict
}
