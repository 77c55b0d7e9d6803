import { Readable } from 'node:stream'
import { type AuditEntry, AuditFilter } from '@frontdesk/contract/api'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_STATE_NAMES,
  auditCurrency,
  can,
  formatMoney,
  isAuditContext,
  isAuditState,
  summarizeSetting,
} from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { readInstant } from '../../platform/paging.ts'
import type { AuditDeps } from './deps.ts'
import { listAuditEntries } from './queries.ts'
import { recordAudit } from './record-audit.ts'

const AUDIENCE = 'frontdesk-audit-log'
export const EXPORT_PATH = '/files/audit-log'
const BATCH = 1000

/** Creates a link to download the log as a file, because a download carries no bearer token. */
export async function exportLog(deps: AuditDeps, tx: TenantTx, actor: Actor, filter: AuditFilter): Promise<string> {
  for (const name of ['startDateTimeUTC', 'endDateTimeUTC'] as const) {
    if (filter[name]) readInstant(filter[name], name)
  }
  await deps.assertExportIncluded(tx, actor)
  await recordAudit(tx, {
    action: 'export.viewed',
    actor,
    subject: 'Audit log',
    data: describe(filter),
    at: deps.now(),
  })
  return createDownloadLink(deps, { path: EXPORT_PATH, audience: AUDIENCE, userId: actor.userId, data: { filter } })
}

const describe = ({ actions, actorUserID, startDateTimeUTC, endDateTimeUTC }: AuditFilter) => ({
  ...(actions && { actions: actions.join(' ') }),
  ...(actorUserID && { person: actorUserID }),
  ...(startDateTimeUTC && { from: startDateTimeUTC }),
  ...(endDateTimeUTC && { until: endDateTimeUTC }),
})

const Exported = z.object({ filter: AuditFilter })

/**
 * Opens the export of a link for the user who requested it, if they still have the permission. Streams page by page, so
 * that memory use doesn't depend on the length of the log.
 */
export async function openLog(deps: AuditDeps, actor: Actor, token: string): Promise<Readable> {
  const link = { audience: AUDIENCE, userId: actor.userId, token, schema: Exported }
  const exported = await readDownloadLink(deps, link)
  if (!exported || !can(actor, 'admin_manage_settings')) throw new AppError('FileNotFound')
  return Readable.from(lines(deps, actor, exported.filter))
}

/** Falls back to the key, because another version of Frontdesk may have written the entry. */
const actionName = (action: string): string => {
  const knownAction = AUDIT_ACTIONS.find((name) => name === action)
  return knownAction ? AUDIT_ACTION_NAMES[knownAction] : action
}

/** Formats a key: `shortLinkDomain` becomes 'Short link domain'. */
const keyLabel = (key: string): string => {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const valueText = (value: AuditEntry['data'][string]): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === null || value === '') return 'None'
  return typeof value === 'string' ? structureText(value) : String(value)
}

function structureText(text: string): string {
  const summary = summarizeSetting(text)
  switch (summary?.kind) {
    case 'switch':
      return summary.isEnabled ? 'On' : 'Off'
    case 'hours':
      return `${summary.opens} – ${summary.closes}`
    case 'list':
      return String(summary.length)
    case 'changed':
      return 'Changed'
    default:
      return text
  }
}

const detailsText = (data: AuditEntry['data']): string =>
  Object.entries(data)
    .flatMap(([key, value]) => {
      if (isAuditContext(key, data)) return []
      if (key === 'again') return ['Sent again']
      if (key === 'state' && isAuditState(value)) return [AUDIT_STATE_NAMES[value]]
      const currency = auditCurrency(key, data)
      const text =
        currency !== null && typeof value === 'number' ? formatMoney(value, currency, 'en') : valueText(value)
      return [`${keyLabel(key)}: ${text}`]
    })
    .join('; ')

async function* lines({ inTenant }: AuditDeps, actor: Actor, filter: AuditFilter): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(['Time (UTC)', 'Teammate', 'Action', 'Subject', 'Details', 'IP address'])}`
  let cursor: string | undefined
  do {
    const page = await inTenant(actor, (tx) => listAuditEntries(tx, actor, { ...filter, cursor, pageSize: BATCH }))
    yield page.entries
      .map(({ createdOnUtc, actorName, action, subject, data, address }) =>
        csvLine([createdOnUtc, actorName, actionName(action), subject, detailsText(data), address ?? '']),
      )
      .join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}
