import type { GateBasis } from '@frontdesk/contract/api'
import type { TenantTx } from '../../../platform/database/database.ts'
import {
  type CarrierAccount,
  checkSends,
  findCarrierAccount,
  type SendRequest as GateRequest,
  type Refusal,
  type SendDecision,
} from '../../messaging/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import type { SendDeps } from '../deps.ts'

type Sender = { account: CarrierAccount; basis: GateBasis; reasons: [] } | { account: null; reasons: Refusal[] }
/** Direct messages and replies are never held, only sent or refused. */
type DirectRequest = Omit<GateRequest, 'at' | 'purpose'> & { purpose: Exclude<GateRequest['purpose'], 'automatic'> }

/** Returns the account to send with, or the send gate's reasons for refusing. */
export async function resolveSender(deps: SendDeps, tx: TenantTx, request: DirectRequest): Promise<Sender> {
  const { decision, account } = await evaluateSendGate(deps, tx, request)
  if (decision.verdict === 'refuse') return { account: null, reasons: decision.reasons }
  if (decision.verdict === 'hold' || !account) return { account: null, reasons: ['no-sending-account'] }
  return { account, basis: decision.basis, reasons: [] }
}

export interface EvaluatedSend {
  decision: SendDecision
  account: CarrierAccount | null
}

/** Returns the send gate's current decision and the account to send with. */
export async function evaluateSendGate(
  deps: SendDeps,
  tx: TenantTx,
  request: Omit<GateRequest, 'at'>,
): Promise<EvaluatedSend> {
  const [evaluated] = await evaluateSendGates(deps, tx, [request])
  if (!evaluated) throw new Error('The send gate made no decision.')
  return evaluated
}

/** The same for several texts, in their order. */
export async function evaluateSendGates(
  deps: SendDeps,
  tx: TenantTx,
  requests: readonly Omit<GateRequest, 'at'>[],
): Promise<EvaluatedSend[]> {
  const accounts = new Map<string, CarrierAccount | null>()
  for (const tenantPhone of new Set(requests.map((request) => request.tenantPhone))) {
    const number = await findPhoneNumber(tx, tenantPhone)
    accounts.set(tenantPhone, number ? await findCarrierAccount(deps, tx, number.messagingAccountId) : null)
  }
  const accountOf = ({ tenantPhone }: { tenantPhone: string }) => accounts.get(tenantPhone) ?? null
  const decisions = await checkSends(
    tx,
    requests.map((request) => ({ ...request, hasAccount: accountOf(request) !== null })),
    deps.now(),
  )
  return requests.flatMap((request, index) => {
    const decision = decisions[index]
    return decision ? [{ decision, account: accountOf(request) }] : []
  })
}
