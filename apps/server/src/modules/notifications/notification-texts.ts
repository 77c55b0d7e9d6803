import type { NotificationKind } from '@frontdesk/contract/rules'

interface Row {
  kind: string
  conversationId: string | null
  title: string
  body: string
  count: number
}

const BOOKING_LABELS: Partial<Record<string, string>> = {
  'booking-new': 'New booking',
  'booking-moved': 'Booking moved',
  'booking-cancelled': 'Booking canceled',
  'booking-to-approve': 'Booking to approve',
} satisfies Partial<Record<NotificationKind, string>>

const PAYMENT_LABELS: Partial<Record<string, string>> = {
  'payment-paid': 'Payment received',
  'payment-failed': 'Payment failed',
  'payment-underpaid': 'Time released, only partly paid',
  'estimate-approved': 'Estimate approved',
  'estimate-approved-late': 'Estimate approved after it expired',
  'estimate-declined': 'Estimate declined',
  'refund-to-approve': 'Refund to approve',
  'refund-failed': 'Refund failed',
  'receipt-failed': 'Receipt not delivered',
  'payment-link-failed': 'Payment link not delivered',
  'payment-to-check': 'Payment to check in Stripe',
  'payment-disputed': 'Payment disputed',
} satisfies Partial<Record<NotificationKind, string>>

const CAMPAIGN_LABELS: Partial<Record<string, string>> = {
  'campaign-to-approve': 'Campaign to approve',
  'campaign-not-sent': 'Campaign not sent',
} satisfies Partial<Record<NotificationKind, string>>

/** A bulk assignment is one notification without a conversation of its own. */
const isBulkAssigned = ({ kind, conversationId }: Pick<Row, 'kind' | 'conversationId'>): boolean =>
  kind === 'conversation-assigned' && conversationId === null

const conversationsText = (count: number): string => (count === 1 ? '1 conversation' : `${count} conversations`)

/** The body of a push notification; its title is the name of a teammate or contact. */
export function alertBody(row: Row): string {
  if (isBulkAssigned(row)) return `Assigned you ${conversationsText(row.count)}`
  if (row.kind === 'teammate-joined') return 'Joined your team'
  if (row.kind === 'calendar-broken') return 'This calendar is no longer connected. Reconnect it.'
  if (row.kind === 'payout-failed') return 'The bank did not accept this payout. Check the bank account.'
  if (row.kind in PAYMENT_LABELS) return `${PAYMENT_LABELS[row.kind]}: ${row.body}`
  if (row.kind in BOOKING_LABELS) return `${BOOKING_LABELS[row.kind]}: ${row.body}`
  if (row.kind === 'campaign-to-approve') return `${row.body} wants to send this campaign. It needs your approval.`
  if (row.kind === 'campaign-not-sent')
    return 'This campaign was not sent at its scheduled time. Send it now, or choose another time.'
  if (row.kind === 'message-failed') return `Couldn’t be delivered: ${row.body || 'attachment'}`
  return row.body || 'Attachment'
}

/** One line of the digest email. */
export function digestLine(row: Row): string {
  const { kind, title, body, count } = row
  const quoted = body ? `“${body}”` : 'an attachment'
  if (isBulkAssigned(row)) return `${title} assigned you ${conversationsText(count)}.`
  if (kind === 'teammate-joined') return `${title} joined your team.`
  if (kind === 'calendar-broken') return `Your calendar ${title} is no longer connected. Reconnect it.`
  if (kind === 'payout-failed') return `The bank did not accept a payout of ${title}. Check the bank account.`
  if (kind in PAYMENT_LABELS) return `${PAYMENT_LABELS[kind]}: ${title}, ${body}`
  if (kind in BOOKING_LABELS) return `${BOOKING_LABELS[kind]}: ${title}, ${body}`
  if (kind === 'campaign-to-approve') return `${body} wants to send the campaign ${title}. It needs your approval.`
  if (kind === 'campaign-not-sent')
    return `The campaign ${title} was not sent at its scheduled time. Send it now, or choose another time.`
  if (kind === 'message-failed') return `Your message to ${title} couldn’t be delivered: ${quoted}`
  return count > 1 ? `${title} (${count} messages): ${quoted}` : `${title}: ${quoted}`
}

/** Subject of the digest email, naming the most urgent unread notification. */
export function digestSubject(rows: readonly Row[]): string {
  const conversations = new Set(rows.flatMap(({ conversationId }) => conversationId ?? [])).size
  const first = rows.find(({ conversationId }) => conversationId !== null) ?? rows[0]
  const assigned = rows.filter(isBulkAssigned).reduce((sum, { count }) => sum + count, 0)
  if (conversations > 1) return `${conversationsText(conversations)} need your attention`
  if (conversations === 1) {
    if (first?.kind === 'message-failed') return `Your message to ${first.title} couldn’t be delivered`
    if (first?.kind === 'conversation-assigned') return `Assigned to you: ${first.title}`
    return first?.kind === 'mentioned'
      ? `You were mentioned in a note about ${first.title}`
      : `New message from ${first?.title}`
  }
  if (assigned > 0) return `${conversationsText(assigned)} assigned to you`
  const kind = first?.kind ?? ''
  const label = BOOKING_LABELS[kind] ?? PAYMENT_LABELS[kind] ?? CAMPAIGN_LABELS[kind]
  if (label) return `${label}: ${first?.title}`
  if (first?.kind === 'calendar-broken') return 'Your calendar is no longer connected'
  if (first?.kind === 'payout-failed') return 'A payout to your bank failed'
  return `${first?.title ?? 'Someone'} joined your team`
}
