import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '../../../features/audit/AuditScreen.tsx'
import { auditActorsQuery, auditLog, pageSizeHere } from '../../../features/audit/queries.ts'
import { toViewer } from '../../../lib/session/session.ts'

export const Route = createFileRoute('/_app/settings/audit')({
  loader: ({ context }) => {
    const { current } = context.session
    if (!current || !can(toViewer(current), 'admin_manage_settings')) return
    void context.cache.prefetchInfiniteQuery(auditLog({}, pageSizeHere.get()))
    void context.cache.prefetchQuery(auditActorsQuery)
  },
  component: AuditScreen,
})
