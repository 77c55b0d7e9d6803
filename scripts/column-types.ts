import type pg from 'pg'

/**
 * A type of the contract, imported in place: kysely-codegen collects imports with the compiler API, which TypeScript 7
 * lacks.
 */
const contractType = (name: string, entry: 'rules' | 'api' = 'rules') =>
  `import("@frontdesk/contract/${entry}").${name}`

/** A JSON column: read as a value, written as its text. */
const json = (type: string) => `ColumnType<${type}, string, string>`

/** Types from the contract for columns without a check constraint, by table and column. */
const CONTRACT_COLUMNS: Record<string, string> = {
  'public.audit_entries.action': contractType('AuditAction'),
  'public.bulk_actions.change': `${contractType('BulkChange')} | ${contractType('ContactBulkChange')} | ${contractType('ContactSettingChange')} | ${contractType('PaymentBulkChange')}`,
  'public.conversations.latest_delivery_status': contractType('DeliveryStatus'),
  'public.conversations.type': contractType('ConversationType'),
  'public.messages.delivery_status': contractType('DeliveryStatus'),
  'public.messages.error_reason': contractType('DeliveryReason'),
  'public.messages.type': contractType('MessageType', 'api'),
  'public.notifications.kind': contractType('NotificationKind'),
  'public.role_permissions.permission': contractType('Permission'),
  'public.scheduled_messages.reasons': `${contractType('StopReason')}[]`,
  'public.recipient_counts.counts': json(
    `{ variant: number; outcome: ${contractType('RecipientOutcome')}; reason: ${contractType('SkipReason')} | ${contractType('DeliveryReason')} | null; n: number; replied: number; optedOut: number; clicked: number; segments: number; mediaMessages: number; heldUntil: string | null }[]`,
  ),
  'public.messages.origin': json(contractType('StoredMessageOrigin', 'api')),
  'public.group_messages.audience': json(contractType('StoredAudience', 'api')),
  'public.campaigns.audience': json(contractType('CampaignAudience', 'api')),
  'public.automations.conditions': json(contractType('AutomationConditions', 'api')),
  'public.automations.actions': json(contractType('AutomationActions', 'api')),
  'public.audit_entries.data': json(`${contractType('AuditEntry', 'api')}["data"]`),
  'public.contacts.custom': json('Record<string, string>'),
  'public.contact_import_rows.custom': json('Record<string, string>'),
  'public.link_previews.preview': json(contractType('LinkPreview', 'api')),
  'public.business_hours.value': json(
    `Pick<${contractType('BusinessHours', 'api')}, "week" | "exceptions" | "afterHours">`,
  ),
  'public.contacts.edits': json('Record<string, { by: string; value: string | null }>'),
  'public.booking_hours.week': json(contractType('WeekHours', 'api')),
  'public.booking_hours_exceptions.spans': json(`${contractType('OpenSpan', 'api')}[]`),
  'public.booking_services.deposit': json(contractType('Share')),
  'public.booking_services.questions': json(`${contractType('BookingQuestion', 'api')}[]`),
  'public.booking_services.follow_ons': json(`${contractType('FollowOn', 'api')}[]`),
  'public.bookings.answers': json(`${contractType('Booking', 'api')}["answers"]`),
  'public.booking_proofs.answers': json(`${contractType('Booking', 'api')}["answers"]`),
  'public.booking_offers.items': json(`${contractType('VisitItems', 'api')}`),
  'public.booking_waitlist.items': json(`${contractType('VisitItems', 'api')}`),
  'public.booking_waitlist.weekdays': `${contractType('Weekday')}[]`,
  'public.booking_waitlist.skip_reason': contractType('WaitlistSkipReason'),
  'public.bookings.overrides': `${contractType('OverridableRule')}[]`,
  'public.payment_document_versions.discount': json(contractType('Share')),
  'public.payment_document_versions.deposit': json(contractType('Share')),
  'public.payment_document_versions.taxes': json(`${contractType('TaxTotal', 'api')}[]`),
  'public.payment_lines.discount': json(contractType('Share')),
  'public.payment_refunds.lines': json(`${contractType('RefundShare', 'api')}[] | null`),
  'public.payment_refunds.chosen_lines': json(`${contractType('RefundLine', 'api')}[] | null`),
  'public.payment_refund_requests.lines': json(`${contractType('RefundLine', 'api')}[] | null`),
  'public.payment_lines.taxes': json(`${contractType('DocumentTax', 'api')}[]`),
  'public.payment_activities.kind': contractType('PaymentActivityKind'),
  'public.payment_refund_requests.target': contractType('RefundTarget'),
  'public.payment_totals.status': contractType('PaymentStatus'),
  'public.payment_accounts.requirements': json(`${contractType('PaymentAccount', 'api')}["requirements"]`),
  'public.payment_accounts.schedule': json(`${contractType('PaymentAccount', 'api')}["schedule"]`),
  'public.payment_accounts.bank': json(`${contractType('PaymentAccount', 'api')}["bank"]`),
  'public.payment_accounts.balances': json(`${contractType('PaymentAccount', 'api')}["balances"]`),
  'public.payment_checkouts.request': json('object'),
  'public.payment_card_setups.request': json('object'),
  'public.booking_payments.language': contractType('PageLanguage'),
  'public.ledger_postings.kind': contractType('PostingKind'),
  'public.payment_days.kind': contractType('PostingKind'),
  'directory.sessions.view_as_role': contractType('Role'),
}

interface Column {
  name: string
  isNullable: boolean
  hasDefault: boolean
  /** Definition of the check constraint that concerns this column alone. */
  check: string | null
}

/**
 * Finds the types of columns that PostgreSQL knows only as text or JSON, as overrides for kysely-codegen: a union of
 * the values in the check constraint, otherwise a type of the contract. Where the contract has a type for a constrained
 * column too, a difference between the two does not compile.
 */
export async function findColumnTypes(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<Column>(
    `select concat_ws('.', n.nspname, c.relname, a.attname) as name, not a.attnotnull as "isNullable",
       a.atthasdef as "hasDefault", pg_get_constraintdef(k.oid) as "check"
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'directory')
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     where a.attnum > 0 and not a.attisdropped
     order by name`,
  )
  const columns: Record<string, string> = {}
  for (const column of rows) {
    const type = valuesOf(column.check) ?? CONTRACT_COLUMNS[column.name]
    if (type) columns[column.name] = toColumnType(column, type)
  }
  const missing = Object.keys(CONTRACT_COLUMNS).filter((name) => !Object.hasOwn(columns, name))
  if (missing.length > 0) throw new Error(`The database has no column ${missing.join(', ')}.`)
  return columns
}

/**
 * Reads the values of `CHECK ((state = ANY (ARRAY['queued'::text, …])))` as a union; null for any other constraint.
 */
function valuesOf(check: string | null): string | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check ?? '')?.[1]
  if (!list) return null
  return Array.from(list.matchAll(/'([^']+)'::text/g), ([, value]) => JSON.stringify(value)).join(' | ')
}

function toColumnType({ isNullable, hasDefault }: Column, type: string): string {
  const union = isNullable ? `${type} | null` : type
  return hasDefault ? `Generated<${union}>` : union
}
