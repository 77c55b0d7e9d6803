import { createElement } from './dom.ts'

export interface CashierAccount {
  id: string
  business_profile: { name: string | null } | null
  charges_enabled: boolean
  payouts_enabled: boolean
  isDisconnected: boolean
  requirements: { currently_due: string[]; current_deadline: number | null }
}

interface Money {
  id: string
  amount: number
  currency: string
  status: string
  created: number
}

interface Charge extends Money {
  description: string | null
  amount_refunded: number
  disputed: boolean
  failure_message: string | null
  payment_intent: string
  payment_method_details: {
    card?: { brand: string; last4: string }
    us_bank_account?: { last4: string }
  }
}

export interface CashierView {
  now: string
  isDisconnected: boolean
  account: CashierAccount
  balance: Record<'available' | 'pending', { amount: number; currency: string }[]>
  charges: Charge[]
  refunds: (Money & { charge: string })[]
  disputes: (Money & { reason: string; evidence_details: { due_by: number } })[]
  payouts: (Money & { arrival_date: number })[]
  events: {
    id: string
    type: string
    created: number
    deliveries: { fault: string | null; state: string; statuses: number[] }[]
  }[]
}

/** Posts to the control API and loads again. */
export type Send = (path: string, body?: object) => Promise<void>

export const formatMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat([], { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const formatDay = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

type Cell = string | Node
const isOver = (status: string) => ['won', 'lost', 'warning_closed'].includes(status)

function table(headings: string[], rows: Cell[][], empty: string): HTMLElement {
  if (rows.length === 0) return createElement('p', { class: 'empty' }, empty)
  return createElement(
    'table',
    { class: 'cashier-table' },
    createElement(
      'thead',
      {},
      createElement('tr', {}, ...headings.map((heading) => createElement('th', { scope: 'col' }, heading))),
    ),
    createElement(
      'tbody',
      {},
      ...rows.map((row) => createElement('tr', {}, ...row.map((cell) => createElement('td', {}, cell)))),
    ),
  )
}

function buttons(...actions: (false | [label: string, run: () => Promise<void>])[]): HTMLElement {
  return createElement(
    'div',
    { class: 'cashier-actions' },
    ...actions.flatMap((action) => {
      if (!action) return []
      const [label, run] = action
      const button = createElement('button', { type: 'button', class: 'button' }, label)
      button.addEventListener('click', () => void run())
      return [button]
    }),
  )
}

const methodOf = ({ payment_method_details: { card, us_bank_account: bank } }: Charge): string =>
  card ? `${card.brand} •••• ${card.last4}` : `Bank •••• ${bank?.last4 ?? ''}`

const stateOf = (charge: Charge): string => {
  const refunded =
    charge.amount_refunded > 0 ? `, ${formatMoney(charge.amount_refunded, charge.currency)} refunded` : ''
  const failure = charge.failure_message ? `: ${charge.failure_message}` : ''
  return `${charge.status}${failure}${refunded}${charge.disputed ? ', disputed' : ''}`
}

export const paymentTable = ({ charges }: CashierView, send: Send): HTMLElement =>
  table(
    ['When', 'Amount', 'Paid with', 'For', 'State', 'Actions'],
    charges.map((charge) => [
      formatDay(charge.created),
      formatMoney(charge.amount, charge.currency),
      methodOf(charge),
      charge.description ?? '',
      stateOf(charge),
      buttons(
        charge.status === 'pending' && [
          'Settle',
          () => send(`/payment-intents/${charge.payment_intent}/settle`, { outcome: 'succeeds' }),
        ],
        charge.status === 'pending' && [
          'Return',
          () => send(`/payment-intents/${charge.payment_intent}/settle`, { outcome: 'fails' }),
        ],
        charge.status === 'succeeded' &&
          !charge.disputed &&
          charge.amount_refunded < charge.amount && ['Dispute', () => send(`/charges/${charge.id}/dispute`, {})],
      ),
    ]),
    'No payments yet.',
  )

export const refundTable = ({ refunds }: CashierView, send: Send): HTMLElement =>
  table(
    ['When', 'Amount', 'State', 'Actions'],
    refunds.map(({ id, created, amount, currency, status }) => [
      formatDay(created),
      formatMoney(amount, currency),
      status.replace('_', ' '),
      buttons(
        ['pending', 'requires_action'].includes(status) && [
          'Succeed',
          () => send(`/refunds/${id}/end`, { status: 'succeeded' }),
        ],
        ['pending', 'requires_action', 'succeeded'].includes(status) && [
          'Fail',
          () => send(`/refunds/${id}/end`, { status: 'failed' }),
        ],
      ),
    ]),
    'No refunds yet.',
  )

export const disputeTable = ({ disputes }: CashierView, send: Send): HTMLElement =>
  table(
    ['When', 'Amount', 'Reason', 'State', 'Answer by', 'Actions'],
    disputes.map(({ id, created, amount, currency, reason, status, evidence_details: evidence }) => [
      formatDay(created),
      formatMoney(amount, currency),
      reason.replaceAll('_', ' '),
      status.replaceAll('_', ' '),
      formatDay(evidence.due_by),
      buttons(
        !isOver(status) && ['Won by the business', () => send(`/disputes/${id}/close`, { outcome: 'won' })],
        !isOver(status) && ['Lost', () => send(`/disputes/${id}/close`, { outcome: 'lost' })],
      ),
    ]),
    'No disputes.',
  )

export const payoutTable = ({ payouts }: CashierView, send: Send): HTMLElement =>
  table(
    ['When', 'Amount', 'State', 'Arrives', 'Actions'],
    payouts.map(({ id, created, amount, currency, status, arrival_date: arrival }) => [
      formatDay(created),
      formatMoney(amount, currency),
      status.replace('_', ' '),
      formatDay(arrival),
      buttons(
        status === 'in_transit' && ['Arrive', () => send(`/payouts/${id}/end`, { status: 'paid' })],
        status !== 'failed' && ['Fail', () => send(`/payouts/${id}/end`, { status: 'failed' })],
      ),
    ]),
    'No payouts yet.',
  )

export const eventTable = ({ events }: CashierView, send: Send): HTMLElement =>
  table(
    ['When', 'Type', 'Delivery', 'Actions'],
    events.map(({ id, created, type, deliveries }) => [
      formatDay(created),
      type,
      deliveries
        .map(({ fault, state, statuses }) => [fault, state, statuses.join(' ')].filter(Boolean).join(' '))
        .join(', '),
      buttons(['Send again', () => send(`/events/${id}/resend`)]),
    ]),
    'No events yet.',
  )
