import { type AuthResult, contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { callEndpoint, ok } from '../client.ts'

export interface TenantSession {
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => Promise<InferContractRouterOutputs<Endpoint>>
  /** A bearer token that is good for a while. */
  token: () => Promise<string>
}

/** Before the end of a token's life the next one is fetched. */
const REFRESH_MARGIN_MS = 2 * 60_000

/** Signs a business up and stays signed in for as long as it takes. */
export async function signUpTenant(url: string, businessName: string): Promise<TenantSession> {
  let auth: AuthResult = ok(
    await callEndpoint(url, contract.accounts.registerTenant, {
      businessName,
      firstName: 'Replay',
      email: `replay-${crypto.randomUUID()}@example.test`,
      password: crypto.randomUUID(),
    }),
  )
  let refreshing: Promise<void> | null = null
  const refresh = async () => {
    auth = ok(await callEndpoint(url, contract.accounts.refreshSession, { refreshToken: auth.refreshToken }))
  }
  const token = async () => {
    if (Date.parse(auth.bearerExpiresAt) - Date.now() < REFRESH_MARGIN_MS) {
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      await refreshing
    }
    return auth.bearerToken
  }
  return { token, call: async (endpoint, input) => ok(await callEndpoint(url, endpoint, input, await token())) }
}
