import { z } from 'zod'
import { AUDIT_ACTIONS } from '../rules/audit-actions.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { InstantInput } from './instants.ts'

export const AuditEntry = z.object({
  id: z.uuid(),
  action: z.string().describe('One of AUDIT_ACTIONS, or an action of an older version.'),
  actorUserID: z.uuid().nullable().describe('Null for automatic actions.'),
  actorName: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string().nullable(),
  createdOnUtc: z.iso.datetime(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  actions: z.array(z.enum(AUDIT_ACTIONS)).max(AUDIT_ACTIONS.length).optional(),
  actorUserID: z.uuid().optional(),
  startDateTimeUTC: InstantInput.optional(),
  endDateTimeUTC: InstantInput.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const service = { tags: ['main'] }

export const audit = {
  getList: endpoint({ permission: 'admin_manage_settings', isRead: true })
    .route({
      method: 'POST',
      path: '/main/AuditLog/get-list',
      summary: 'Lists audit log entries, newest first',
      ...service,
    })
    .input(
      AuditFilter.extend({ pageSize: z.int().min(1).max(100).default(50), cursor: z.string().max(200).optional() }),
    )
    .output(wrapped(z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() })))
    .errors(failsWith('InvalidInput')),

  getActors: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/AuditLog/get-actors',
      summary: 'Lists everyone who can appear in the audit log, including former teammates',
      ...service,
    })
    .output(wrapped(z.object({ actors: z.array(z.object({ userID: z.uuid(), displayName: z.string() })) }))),

  export: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/AuditLog/export',
      ...service,
      summary: 'Returns a short-lived URL of the audit log as a CSV file; the export is audited',
    })
    .input(AuditFilter)
    .output(wrapped(z.object({ url: z.string() })))
    .errors(failsWith('InvalidInput', 'NotInTrial')),
}
