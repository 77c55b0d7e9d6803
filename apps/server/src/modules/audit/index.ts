export type { AuditDeps } from './deps.ts'
export { recordAudit } from './record-audit.ts'
export { auditRoutes, mountAuditLog } from './routes.ts'
