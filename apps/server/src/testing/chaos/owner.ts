import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { ApiFailure, callEndpoint, ok } from '../client.ts'
import type { SystemUnderTest } from './system.ts'

const PASSWORD = 'chaos chaos chaos chaos'
const AGAIN_AFTER_MS = 300
const GIVE_UP_MS = 120_000

/** The owner of a business, whose requests are repeated until the server responds. */
export interface Owner {
  tenantId: string
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => Promise<InferContractRouterOutputs<Endpoint> | ApiFailure>
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
  const call: Owner['call'] = async (endpoint, input) => {
    const deadline = performance.now() + GIVE_UP_MS
    for (;;) {
      const result = await callEndpoint(system.url, endpoint, input, token).catch(() => null)
      const status = result instanceof ApiFailure ? result.status : result === null ? 0 : 200
      if (result !== null && status !== 401 && status < 500) return result
      if (performance.now() > deadline) throw new Error(`No response within ${GIVE_UP_MS / 1000} s.`)
      await pause(AGAIN_AFTER_MS)
      if (status !== 401) continue
      const session = await callEndpoint(system.url, contract.accounts.authenticate, {
        userName: email,
        password: PASSWORD,
      }).catch(() => null)
      if (session !== null && !(session instanceof ApiFailure)) token = session.bearerToken
    }
  }
  await system.withOwner((client) =>
    client.query(
      `update subscriptions set status = 'active', subscription_name = 'Pro', subscription_rank = 4 where tenant_id = $1`,
      [auth.tenantId],
    ),
  )
  return { tenantId: auth.tenantId, call }
}
