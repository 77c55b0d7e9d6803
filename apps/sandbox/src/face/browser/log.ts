import type { WebhookEntry } from '../../api/webhook-entry.ts'
import { secondOf } from './clock.ts'
import { byId, make } from './dom.ts'
import { onChange, state } from './state.ts'

function resultOf({ state: outcome, responseStatus, error, attempts }: WebhookEntry): string {
  const tries = attempts > 1 ? ` after ${attempts} tries` : ''
  if (outcome === 'pending') return 'waiting'
  if (outcome === 'held') return 'held back'
  if (outcome === 'dropped') return 'lost'
  return `${responseStatus ?? error ?? 'failed'}${tries}`
}

function makeRow(webhook: WebhookEntry): HTMLElement {
  const row = make(
    'li',
    {},
    make('time', { datetime: webhook.createdAt }, secondOf(webhook.createdAt)),
    make('span', {}, webhook.kind === 'inbound' ? 'Incoming text' : `Status ${webhook.detail}`),
    make('span', { class: 'result', 'data-state': webhook.state }, resultOf(webhook)),
    make('span', { class: 'path' }, `${webhook.method} ${webhook.path}`),
  )
  if (webhook.fault) row.append(make('span', { class: 'fault' }, `Fault: ${webhook.fault}`))
  if (webhook.error && webhook.responseStatus !== null) row.append(make('span', { class: 'fault' }, webhook.error))
  return row
}

let shown: WebhookEntry[] | undefined

function render(): void {
  if (shown === state.webhooks) return
  shown = state.webhooks
  byId('log-empty').hidden = state.webhooks.length > 0
  byId('log').replaceChildren(...state.webhooks.map(makeRow))
}

export function startLog(): void {
  // It scrolls and holds nothing to focus, so the keyboard needs it to be reachable itself.
  byId('log-pane').tabIndex = 0
  onChange(render)
}
