import type { WebhookEntry } from '../../api/webhook-entry.ts'
import { byId, createElement } from './dom.ts'
import { secondOf } from './format-time.ts'
import { onChange, state } from './state.ts'

function resultOf({ state: outcome, responseStatus, error, attempts }: WebhookEntry): string {
  const tries = attempts > 1 ? ` after ${attempts} tries` : ''
  if (outcome === 'pending') return 'waiting'
  if (outcome === 'held') return 'held back'
  if (outcome === 'dropped') return 'lost'
  return `${responseStatus ?? error ?? 'failed'}${tries}`
}

function makeRow(webhook: WebhookEntry): HTMLElement {
  const row = createElement(
    'li',
    {},
    createElement('time', { datetime: webhook.createdAt }, secondOf(webhook.createdAt)),
    createElement('span', {}, webhook.kind === 'inbound' ? 'Incoming text' : `Status ${webhook.detail}`),
    createElement('span', { class: 'result', 'data-state': webhook.state }, resultOf(webhook)),
    createElement('span', { class: 'path' }, `${webhook.method} ${webhook.path}`),
  )
  if (webhook.fault) row.append(createElement('span', { class: 'fault' }, `Fault: ${webhook.fault}`))
  if (webhook.error && webhook.responseStatus !== null)
    row.append(createElement('span', { class: 'fault' }, webhook.error))
  return row
}

let shown: WebhookEntry[] | undefined

function render(): void {
  if (shown === state.webhooks) return
  shown = state.webhooks
  byId('log-empty').hidden = state.webhooks.length > 0
  byId('log').replaceChildren(...state.webhooks.map(makeRow))
}

export function startWebhookLog(): void {
  // Scrollable without focusable content, so it must be focusable itself for keyboard users.
  byId('log-pane').tabIndex = 0
  onChange(render)
}
