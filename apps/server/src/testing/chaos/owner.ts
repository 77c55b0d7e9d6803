import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { ApiFailure, callEndpoint, ok } from '../client.ts'
import type { SystemUnderTest } from './system.ts'

const PASSWORD = 'chaos chaos chaos chaos'
const AGAIN_AFTER_MS = 300
const GIVE_UP_MS = 120_000

type Call = <Endpoint extends AnyContractProcedure>(
  endpoint: Endpoint,
  input: InferContractRouterInputs<Endpoint>,
) => Promise<InferContractRouterOutputs<Endpoint> | ApiFailure>

/** The owner of a business, whose requests are repeated until the server responds. */
export interface Owner {
  tenantId: string
  userId: string
  call: Call
}

/** Signs up a business with all features. */
export async function createOwner(system: SystemUnderTest): Promise<Owner> {
  const email = `owner-${crypto.randomUUID()}@example.test`
  const auth = ok(
    await callEndpoint(system.url, contract.accounts.registerTenant, {
      businessName: 'Chaos',
      firstName: 'Olive',
      lastName: 'Owner',
      email,
      password: PASSWORD,
    }),
  )
  let token = auth.bearerToken
  const signIn = async () => {
    const session = await callEndpoint(system.url, contract.accounts.authenticate, {
      userName: email,
      password: PASSWORD,
    }).catch(() => null)
    if (session !== null && !(session instanceof ApiFailure)) token = session.bearerToken
  }
  const call: Call = (endpoint, input) =>
    untilAnswered(async () => {
      const result = await callEndpoint(system.url, endpoint, input, token)
      if (!(result instanceof ApiFailure) || result.status !== 401) return result
      await signIn()
      return null
    })
  await system.withOwner((client) =>
    client.query(
      `update subscriptions set status = 'active', subscription_name = 'Pro', subscription_rank = 4 where tenant_id = $1`,
      [auth.tenantId],
    ),
  )
  return { tenantId: auth.tenantId, userId: auth.userId, call }
}

/** Requests of people without a login, repeated in the same way. */
export const createVisitorCalls =
  ({ url }: SystemUnderTest): Call =>
  (endpoint, input) =>
    untilAnswered(() => callEndpoint(url, endpoint, input))

/** Repeats a request until it is answered; null: it was not. */
async function untilAnswered<T>(request: () => Promise<T | ApiFailure | null>): Promise<T | ApiFailure> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    const result = await request().catch(() => null)
    const isFailure = result instanceof ApiFailure && result.status >= 500
    if (result !== null && !isFailure) return result
    if (performance.now() > deadline)
      throw new Error(`No response within ${GIVE_UP_MS / 1000} s: ${isFailure ? JSON.stringify(result.body) : 'none'}`)
    await pause(AGAIN_AFTER_MS)
  }
}
