import { type AuthResult, contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { callEndpoint, ok } from '../client.ts'

export interface TenantSession {
  call: <Endpoint extends AnyContractProcedure>(
    endpoint: Endpoint,
    input: InferContractRouterInputs<Endpoint>,
  ) => Promise<InferContractRouterOutputs<Endpoint>>
  /** Bearer token that is valid for at least the refresh margin. */
  token: () => Promise<string>
}

/** Refresh tokens that expire within this time. */
const REFRESH_MARGIN_MS = 2 * 60_000

/** Signs up a business and keeps the session alive by refreshing its token. */
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
