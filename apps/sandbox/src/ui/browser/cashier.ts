import type { LiveEvent } from '../../platform/event-bus.ts'
import type { StripeFault, StripeFaultKind } from '../../store/stripe.ts'
import {
  type CashierAccount,
  type CashierView,
  disputeTable,
  eventTable,
  formatDay,
  formatMoney,
  paymentTable,
  payoutTable,
  refundTable,
} from './cashier-tables.ts'
import { byId, createElement, errorMessage } from './dom.ts'

const FAULTS: Record<StripeFaultKind, string> = {
  'fail-request': 'A request fails with 500',
  'break-response': 'A request is done, but answered with 500',
  'cut-response': 'A request is done, but its answer is lost',
  'delay-request': 'A request takes 5 seconds',
  'repeat-event': 'An event is sent twice',
  'reorder-event': 'An event is sent after the next one',
  'drop-event': 'An event is not sent',
  'stale-event': 'An event has an old copy',
  'tamper-event': 'An event has a changed copy',
  'missign-event': 'An event has a copy with a wrong signature',
}
const CLOCKS: Record<string, object> = { hours: { hours: 1 }, days: { days: 1 }, week: { days: 7 } }
const ACTIONS: Record<string, [path: string, body?: object]> = {
  payouts: ['/payouts'],
  complete: ['/complete', {}],
  restrict: ['/restrict', { days: 7 }],
  stop: ['/restrict', { days: 0 }],
  disconnect: ['/disconnect'],
  reconnect: ['/reconnect'],
}

const select = byId('account', HTMLSelectElement)

async function request<Result>(method: string, path: string, body?: object): Promise<Result> {
  const response = await fetch(`/sandbox/api/stripe${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const result = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(result?.error?.message ?? `The sandbox responded with status ${response.status}`)
  return result
}

async function send(path: string, body?: object): Promise<void> {
  await run(() => request('POST', path, body))
}

/** Shows why an action was refused, and the present state in any case. */
async function run(action: () => Promise<unknown>): Promise<void> {
  const error = byId('cashier-error')
  error.hidden = true
  try {
    await action()
  } catch (failure) {
    error.textContent = errorMessage(failure)
    error.hidden = false
  }
  await load()
}

function describeAccount({ account, isDisconnected }: CashierView): string {
  if (isDisconnected) return 'Disconnected.'
  const { currently_due: due, current_deadline: deadline } = account.requirements
  const missing = due.length > 0 ? ` Missing: ${due.join(', ')}${deadline ? ` by ${formatDay(deadline)}` : ''}.` : ''
  return `Charges are ${account.charges_enabled ? 'on' : 'off'}, payouts are ${account.payouts_enabled ? 'on' : 'off'}.${missing}`
}

const sums = (amounts: { amount: number; currency: string }[]) =>
  amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')

function render(view: CashierView, faults: StripeFault[]): void {
  byId('account-state').textContent = describeAccount(view)
  byId('clock').textContent = `Its clock: ${formatDay(Date.parse(view.now) / 1000)}`
  byId('balance').textContent = `Available: ${sums(view.balance.available)} · Pending: ${sums(view.balance.pending)}`
  byId('payments').replaceChildren(paymentTable(view, send))
  byId('refunds').replaceChildren(refundTable(view, send))
  byId('disputes').replaceChildren(disputeTable(view, send))
  byId('payouts').replaceChildren(payoutTable(view, send))
  byId('events').replaceChildren(eventTable(view, send))
  byId('fault-list').replaceChildren(
    ...faults.map((fault) => {
      const name = FAULTS[fault.kind]
      const remove = createElement(
        'button',
        { type: 'button', class: 'button quiet', 'aria-label': `Remove: ${name}` },
        'Remove',
      )
      remove.addEventListener('click', () => void run(() => request('DELETE', `/faults/${fault.id}`)))
      const details = [fault.path, fault.type, fault.code].filter((detail) => detail !== null).join(' ')
      return createElement('li', {}, createElement('span', {}, details === '' ? name : `${name} (${details})`), remove)
    }),
  )
}

async function load(): Promise<void> {
  const { accounts } = await request<{ accounts: CashierAccount[] }>('GET', '/accounts')
  byId('accounts-empty').hidden = accounts.length > 0
  byId('account-view').hidden = accounts.length === 0
  const chosen = accounts.find(({ id }) => id === select.value) ?? accounts.find((each) => !each.isDisconnected)
  const account = chosen ?? accounts[0]
  select.replaceChildren(
    ...accounts.map(({ id, business_profile: profile }) =>
      createElement('option', { value: id }, profile?.name ? `${profile.name} (${id})` : id),
    ),
  )
  if (!account) return
  select.value = account.id
  const [view, { faults }] = await Promise.all([
    request<CashierView>('GET', `/accounts/${account.id}`),
    request<{ faults: StripeFault[] }>('GET', '/faults'),
  ])
  // The choice may have changed meanwhile.
  if (select.value === account.id) render(view, faults)
}

byId('fault-kind').append(...Object.entries(FAULTS).map(([value, label]) => createElement('option', { value }, label)))
byId('fault-form', HTMLFormElement).addEventListener('submit', (submit) => {
  submit.preventDefault()
  const kind = byId('fault-kind', HTMLSelectElement).value
  void send('/faults', { kind, accountId: select.value, ...(kind === 'delay-request' && { ms: 5000 }) })
})
byId('clear-faults').addEventListener('click', () => void run(() => request('DELETE', '/faults')))
select.addEventListener('change', () => void load())
for (const button of document.querySelectorAll<HTMLElement>('[data-clock]'))
  button.addEventListener(
    'click',
    () => void send(`/accounts/${select.value}/clock`, CLOCKS[button.dataset.clock ?? '']),
  )
for (const button of document.querySelectorAll<HTMLElement>('[data-act]'))
  button.addEventListener('click', () => {
    const [path, body] = ACTIONS[button.dataset.act ?? ''] ?? ['']
    void send(`/accounts/${select.value}${path}`, body)
  })

const source = new EventSource('/sandbox/api/events')
source.onopen = () => void load()
source.onmessage = ({ data }) => {
  const live: (LiveEvent | { type: 'reload' })[] = JSON.parse(data)
  if (live.some(({ type }) => type === 'stripe' || type === 'reload')) void load()
}
