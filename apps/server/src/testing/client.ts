import type { ApiErrorBody } from '@frontdesk/contract/rules'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'

/** Error response as a value instead of an exception, so that allowed and forbidden cases look alike in tests. */
export class ApiFailure {
  readonly status: number
  readonly body: ApiErrorBody

  constructor(status: number, body: ApiErrorBody) {
    this.status = status
    this.body = body
  }
}

export interface Request {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an endpoint of the contract over HTTP. */
export async function callEndpoint<Endpoint extends AnyContractProcedure>(
  baseUrl: string,
  endpoint: Endpoint,
  input: InferContractRouterInputs<Endpoint>,
  token?: string,
): Promise<InferContractRouterOutputs<Endpoint> | ApiFailure> {
  const { method = 'POST', path: template = '' } = endpoint['~orpc'].route
  const pathParameters = new Set<string>()
  const path = template.replace(/\{(\w+)\}/g, (_part, name: string) => {
    pathParameters.add(name)
    return encodeURIComponent(String((input as Record<string, unknown>)[name]))
  })
  const bodyInput =
    pathParameters.size > 0
      ? Object.fromEntries(Object.entries(input as object).filter(([name]) => !pathParameters.has(name)))
      : input
  const isForm = input instanceof FormData
  const query = method === 'GET' && input ? `?${toQuery(input)}` : ''
  const response = await fetch(`${baseUrl}/api${path}${query}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && !isForm && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: isForm ? input : JSON.stringify(bodyInput ?? {}) }),
  })
  const body = await response.json()
  return response.ok ? body : new ApiFailure(response.status, body)
}

/** Unwraps a result that must not be a failure. */
/** Lists in bracket notation, as in `tags[0]=…`. */
const toQuery = (input: object) =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((item, index): [string, string] => [`${name}[${index}]`, String(item)])
        : value === undefined
          ? []
          : [[name, String(value)]],
    ),
  )

export function ok<T>(result: T | ApiFailure): T {
  if (result instanceof ApiFailure)
    throw new Error(`The request failed: ${result.status} ${JSON.stringify(result.body)}`)
  return result
}
