import { contract } from 'virtual:contract'
import type { AuthResult } from '@frontdesk/contract/api'
import type { ApiErrorBody } from '@frontdesk/contract/rules'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { connectionState } from './realtime/connection-state.ts'
import { noteServerTime } from './server-time.ts'
import { session } from './session/session.ts'

export const API_URL = `${location.origin}/api`

/** Options of a single request. */
interface CallContext {
  /** Continues when the page is left meanwhile. */
  keepalive?: boolean
}

const link = new OpenAPILink<CallContext>(contract, {
  url: API_URL,
  fetch: async (request, _init, { context }) => {
    const response = await fetch(request, context.keepalive ? { keepalive: true } : undefined)
    noteServerTime(response)
    if (response.status === 503) connectionState.serviceUnavailable()
    return response
  },
  clientInterceptors: [
    async ({ next, ...options }) => {
      const token = session.current?.bearerToken
      if (!token) return next(options)

      const first = await next({ ...options, request: withToken(options.request, token) })
      if (first.status !== 401 || options.request.url.pathname.endsWith('/main/Authenticate')) return first

      const renewed = await session.renew(token, exchangeRefreshToken)
      return renewed ? next({ ...options, request: withToken(options.request, renewed.bearerToken) }) : first
    },
  ],
  customErrorResponseBodyDecoder: (body, response) => (isErrorBody(body) ? toError(body, response.status) : null),
})

/** Typed by the contract: the same paths, inputs, outputs and errors as the server. */
export const api: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link)

export const isErrorBody = (body: unknown): body is ApiErrorBody =>
  typeof body === 'object' && body !== null && 'errorCode' in body && typeof body.errorCode === 'string'

/** Converts the server's error body to a typed error whose code is one of the contract's. */
export const toError = ({ errorCode, message, data, requestId }: ApiErrorBody, status: number) =>
  Object.assign(new ORPCError(errorCode, { status, message, data }), { requestId })

/** Moves the session to another location. Like a refresh it consumes the token, so it bypasses `api`. */
export async function exchangeForLocation(refreshToken: string, locationID: string | null): Promise<AuthResult> {
  const response = await fetch(`${API_URL}/main/Account/set-location`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.current?.bearerToken}` },
    body: JSON.stringify({ refreshToken, locationID }),
  })
  if (!response.ok) throw new Error(`The location could not be saved: ${response.status}`)
  return response.json()
}

/** Bypasses the authorized client below, which itself refreshes. */
export async function exchangeRefreshToken(refreshToken: string): Promise<AuthResult | null> {
  const response = await fetch(`${API_URL}/main/Authenticate/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  })
  if (response.ok) return response.json()
  if (response.status === 401 || response.status === 400) return null
  throw new Error(`The session could not be renewed: ${response.status}`)
}

const withToken = <R extends { headers: object }>(request: R, token: string): R => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
})
