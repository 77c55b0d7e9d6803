import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm, readMultipart, type UploadedFile } from '../stripe/read-form.ts'
import { type ContractCheck, collectViolations, skippedContractCheck } from './contract-check.ts'
import { lazy } from './lazy.ts'
import { readContract } from './openapi.ts'

const CONTRACTS = fileURLToPath(new URL('../../../../../shared/contracts/stripe/', import.meta.url))
const SPECIFICATION = `${CONTRACTS}spec3-2023-08-16.json`
const FIXTURES = `${CONTRACTS}fixtures3-current.json`

export const hasStripeContracts = (): boolean => existsSync(SPECIFICATION)

/** Parameters that are newer than the published specification, from the SDK’s types. */
const NEWER_PARAMETERS = new Set([
  'POST /v1/accounts controller',
  'POST /v1/checkout/sessions allowed_payment_method_types',
  'POST /v1/checkout/sessions excluded_payment_method_types',
  'POST /v1/payment_intents allowed_payment_method_types',
  'GET /v1/checkout/sessions created',
  'GET /v1/checkout/sessions status',
  'GET /v1/disputes created',
])

/** Fields of answers that the samples lack, from the SDK’s types. */
const NEWER_FIELDS = new Set([
  'checkout.session allowed_payment_method_types',
  'payment_intent allowed_payment_method_types',
  'payment_intent payment_record',
  'payment_intent.next_action use_stripe_sdk',
  'setup_intent allowed_payment_method_types',
  'setup_intent customer_account',
  'dispute intended_submission_method',
  // Present only in some states.
  'refund failure_balance_transaction',
  'refund failure_reason',
  'refund pending_reason',
  'checkout.session line_items',
  'event account',
  'customer customer_account',
  'payment_method us_bank_account',
  'bank_account account',
  'bank_account available_payout_methods',
  'bank_account default_for_currency',
  'charge.outcome risk_level',
  'charge.payment_method_details us_bank_account',
  'refund.destination_details.card reference_status',
  'refund.destination_details.card reference_type',
  ...['fees', 'is_controller', 'losses', 'requirement_collection', 'stripe_dashboard'].map(
    (field) => `account.controller ${field}`,
  ),
  ...['charge', 'code', 'decline_code', 'message', 'payment_method'].flatMap((field) => [
    `payment_intent.last_payment_error ${field}`,
    `setup_intent.last_setup_error ${field}`,
  ]),
])
/** Fields of the samples that are stale, or that Stripe sends only on request. */
const OPTIONAL_FIELDS = new Set([
  'charge refunds',
  'payment_method card',
  'customer address',
  'balance connect_reserved',
  'payment_intent shipping',
  'account groups',
  'charge source_transfer',
  'charge.payment_method_details card',
  ...['extended_authorization', 'incremental_authorization', 'multicapture', 'overcapture'].map(
    (field) => `charge.payment_method_details.card ${field}`,
  ),
])

type Sample = Record<string, unknown>
const readSamples = lazy(
  () => (JSON.parse(readFileSync(FIXTURES, 'utf8')) as { resources: Record<string, Sample> }).resources,
)
const readSpecification = lazy(() => readContract(SPECIFICATION))

/** Checks requests against Stripe’s specification, and the fields of answers against its current samples. */
export function checkStripeContract(app: FastifyInstance): ContractCheck {
  if (!hasStripeContracts())
    return skippedContractCheck('Stripe', 'the published specification (../shared/contracts/stripe) is missing')
  const specification = readSpecification()
  const { verdict, violations, countRequest, report } = collectViolations('Stripe')

  app.addHook('preHandler', async (request) => {
    const [path = '', query = ''] = request.url.split('?')
    countRequest()
    const operation = specification.find(request.method, path)
    const name = `${request.method} ${operation?.template ?? path}`
    if (!operation) {
      violations.add(`${name}: not in the specification`)
      return
    }
    const isNewer = (parameter: string) => NEWER_PARAMETERS.has(`${name} ${parameter}`)
    const parameters = readForm(query)
    for (const [key, value] of Object.entries(parameters)) {
      const parameter = operation.parameters.find((each) => each.in === 'query' && each.name === key)
      if (parameter) report(`${name}: ${key}`, operation.parameterCheck(parameter), value)
      else if (!isNewer(key)) violations.add(`${name}: unknown parameter ${key}`)
    }
    const check = operation.bodyCheck()
    const body = await readBody(request)
    if (!body || !check) return
    for (const field of operation.arrayFields) {
      const value = body[field]
      if (value !== undefined && !Array.isArray(value)) body[field] = [value]
    }
    report(`${name} body`, check, Object.fromEntries(Object.entries(body).filter(([parameter]) => !isNewer(parameter))))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const answer = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : undefined
    const name = `${request.method} ${request.url.split('?')[0]} ${reply.statusCode}`
    if (reply.statusCode >= 400) {
      const { type, message } = answer?.error ?? {}
      if (typeof type !== 'string' || typeof message !== 'string') violations.add(`${name}: not Stripe's error shape`)
    } else for (const problem of compareWithSample(answer)) violations.add(`${name}: ${problem}`)
    return payload
  })
  return verdict
}

/** The parameters of a form; a file is its content. */
async function readBody({ body, headers }: FastifyRequest): Promise<Record<string, unknown> | null> {
  if (typeof body === 'string') return readForm(body)
  if (!Buffer.isBuffer(body)) return null
  const form = await readMultipart(body, headers['content-type'] ?? '')
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, isUpload(value) ? value.content : value]),
  )
}

const isUpload = (value: unknown): value is UploadedFile => isObject(value) && 'contentType' in value

const isObject = (value: unknown): value is Sample => typeof value === 'object' && value !== null

const isNewer = (name: string, key: string): boolean => NEWER_FIELDS.has(`${name} ${key}`)
const isOptional = (name: string, key: string): boolean => OPTIONAL_FIELDS.has(`${name} ${key}`)

/**
 * Objects of an answer, also expanded ones and those of events, have the fields of their sample, no others, and values
 * of the same kind. So do the objects within them.
 */
export function compareWithSample(answer: unknown): string[] {
  if (!isObject(answer)) return ['no object']
  if (answer.object === 'list') return (answer.data as unknown[]).flatMap(compareWithSample)
  const kind = String(answer.object)
  const sample = readSamples()[kind]
  if (!sample) return [`${kind} is not in the samples`]
  const subject = kind === 'event' && isObject(answer.data) ? answer.data.object : undefined
  const expanded = [...Object.values(answer), subject].filter(isKind)
  return [...expanded.flatMap(compareWithSample), ...compareFields(kind, answer, sample)]
}

const isKind = (value: unknown): value is Sample => isObject(value) && typeof value.object === 'string'

function compareFields(name: string, value: Sample, sample: Sample): string[] {
  const missing = Object.keys(sample).filter((key) => !(key in value) && !isOptional(name, key))
  const unknown = Object.keys(value).filter((key) => !(key in sample) && !isNewer(name, key))
  const present = Object.keys(value).filter((key) => value[key] != null && sample[key] != null)
  // Ids may be expanded.
  const differing = present.filter(
    (key) => typeof value[key] !== typeof sample[key] && !(typeof sample[key] === 'string' && isObject(value[key])),
  )
  return [
    ...missing.map((key) => `${name} lacks ${key}`),
    ...unknown.map((key) => `${name} has an unknown ${key}`),
    ...differing.map((key) => `${name} has a ${key} of another type`),
    ...present.flatMap((key) => compareNested(`${name}.${key}`, value[key], sample[key])),
  ]
}

/** Compares objects that have no kind of their own. Keys of metadata are ours, and an empty sample says nothing. */
function compareNested(name: string, value: unknown, sample: unknown): string[] {
  if (!isObject(value) || !isObject(sample) || Array.isArray(value) || isKind(value) || isKind(sample)) return []
  if (name.endsWith('.metadata') || name === 'event.data' || Object.keys(sample).length === 0) return []
  return compareFields(name, value, sample)
}
