import type { TestInstance } from './test-instance.ts'

export interface CashierFault {
  kind:
    | 'fail-request'
    | 'break-response'
    | 'cut-response'
    | 'delay-request'
    | 'repeat-event'
    | 'reorder-event'
    | 'drop-event'
    | 'stale-event'
    | 'tamper-event'
    | 'missign-event'
  /** Requests whose `METHOD /path` contains this text, such as `POST /v1/refunds`. */
  path?: string
  /** Events of this type. */
  type?: string
  /** HTTP status of `fail-request`; default: 500. */
  code?: number
  ms?: number
  /** Default: 1; null: until removed. */
  times?: number | null
}

export interface CashierState {
  account: { id: string; charges_enabled: boolean; payouts_enabled: boolean }
  now: string
  balance: Record<'available' | 'pending', { amount: number; currency: string }[]>
  charges: {
    id: string
    amount: number
    amount_refunded: number
    status: string
    payment_intent: string
    metadata: Record<string, string>
  }[]
  refunds: { id: string; amount: number; status: string; charge: string; metadata: Record<string, string> }[]
  disputes: {
    id: string
    amount: number
    status: string
    charge: string
    evidence: Record<string, string | object | null>
  }[]
  payouts: { id: string; amount: number; status: string }[]
  sessions: { id: string; status: string; payment_status: string; url: string | null }[]
  events: {
    id: string
    type: string
    deliveries: { fault: string | null; state: string; statuses: number[] }[]
  }[]
}

export interface CashierPayment {
  kind?: 'card' | 'bank'
  /** A test card, or a test bank account. */
  number?: string
  authentication?: 'completed' | 'failed'
}

/** The customers, the bank and the owner of an account of the sandbox’s Stripe. Each change waits until idle. */
export function createCashier({ url, idle }: Pick<TestInstance, 'url' | 'idle'>, accountId: string) {
  const send = async (method: string, path: string, body: object = {}) => {
    const response = await fetch(`${url}/sandbox/api/stripe${path}`, {
      method,
      ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const post = async (path: string, body: object = {}) => {
    const answer = await send('POST', path, body)
    await idle()
    return answer
  }
  const ofAccount = (path: string) => `/accounts/${accountId}${path}`
  const sessionOf = (address: string) => new URL(address, url).pathname.split('/').at(-1)
  return {
    state: ({ limit = 50 } = {}): Promise<CashierState> => send('GET', ofAccount(`?limit=${limit}`)),
    /** Enters what the account lacks, or only some of it. */
    complete: (groups?: ('business' | 'person' | 'bank' | 'terms')[]) =>
      post(ofAccount('/complete'), groups && { groups }),
    /** Asks for more by a deadline; with 0 days charges and payouts stop. */
    restrict: (days: number, fields?: string[]) => post(ofAccount('/restrict'), { days, ...(fields && { fields }) }),
    disconnect: () => post(ofAccount('/disconnect')),
    reconnect: () => post(ofAccount('/reconnect')),
    moveClock: (time: { days?: number; hours?: number; minutes?: number }) => post(ofAccount('/clock'), time),
    payOut: () => post(ofAccount('/payouts')),
    /** Pays on the page of a Checkout Session, by its address or id. */
    pay: (
      session: string,
      payment: CashierPayment = {},
    ): Promise<{ status: string; paymentIntent?: string; error: { code: string; message: string } | null }> =>
      post(`/sessions/${sessionOf(session)}/pay`, payment),
    settle: (paymentIntent: string, outcome: 'succeeds' | 'fails') =>
      post(`/payment-intents/${paymentIntent}/settle`, { outcome }),
    dispute: (charge: string, reason = 'fraudulent') => post(`/charges/${charge}/dispute`, { reason }),
    closeDispute: (dispute: string, outcome: 'won' | 'lost') => post(`/disputes/${dispute}/close`, { outcome }),
    endRefund: (refund: string, status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled') =>
      post(`/refunds/${refund}/end`, { status }),
    endPayout: (payout: string, status: 'paid' | 'failed') => post(`/payouts/${payout}/end`, { status }),
    resend: (event: string) => post(`/events/${event}/resend`),
    /** Removes the faults of all accounts. */
    clearFaults: (): Promise<unknown> => send('DELETE', '/faults'),
    /** Applies to this account only. */
    addFault: (fault: CashierFault): Promise<unknown> => send('POST', '/faults', { accountId, ...fault }),
  }
}
