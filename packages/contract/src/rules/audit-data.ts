type AuditData = Readonly<Record<string, string | number | boolean | null>>

/** Keys whose values are in the minor unit of the entry’s currency. */
const MONEY = new Set(['amount', 'refundApprovalAbove'])

/** The currency of a value of an audit entry; null if the value is not an amount. */
export function auditCurrency(key: string, data: AuditData): string | null {
  const currency = data.currency ?? data.amountCurrency
  return MONEY.has(key) && typeof currency === 'string' ? currency : null
}

/** Whether a value of an audit entry is not shown by itself: IDs, and currencies shown with their amount. */
export const isAuditContext = (key: string, data: AuditData): boolean =>
  key === 'person' || key === 'amountCurrency' || (key === 'currency' && typeof data.amount === 'number')

export type SettingSummary =
  | { kind: 'switch'; isEnabled: boolean }
  | { kind: 'hours'; opens: string; closes: string }
  | { kind: 'list'; length: number }
  | { kind: 'changed' }

/**
 * Summarizes a structured setting, which audit entries hold as JSON: auto-replies are on or off, hours have their range,
 * lists have their length, and others changed. Null for any other text.
 */
export function summarizeSetting(text: string): SettingSummary | null {
  if (!text.startsWith('{') && !text.startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return { kind: 'list', length: value.length }
    if (typeof value !== 'object' || value === null) return null
    if ('isEnabled' in value) return { kind: 'switch', isEnabled: Boolean(value.isEnabled) }
    if ('opens' in value && 'closes' in value)
      return { kind: 'hours', opens: String(value.opens), closes: String(value.closes) }
    return { kind: 'changed' }
  } catch {
    // A text that starts with a bracket.
    return null
  }
}

/** What happened to one item of a setting, such as a service. */
export const AUDIT_STATE_NAMES = {
  added: 'Added',
  updated: 'Changed',
  archived: 'Archived',
  restored: 'Restored',
  reordered: 'Order changed',
  hours: 'Hours changed',
} as const
export type AuditState = keyof typeof AUDIT_STATE_NAMES
export const isAuditState = (value: unknown): value is AuditState =>
  typeof value === 'string' && Object.hasOwn(AUDIT_STATE_NAMES, value)
