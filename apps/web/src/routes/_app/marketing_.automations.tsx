import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { AutomationsScreen } from '../../features/automations/AutomationsScreen.tsx'
import { automationsQuery } from '../../features/automations/queries.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { toViewer } from '../../lib/session/session.ts'

export const Route = createFileRoute('/_app/marketing_/automations')({
  loader: ({ context: { cache, session } }) => {
    if (!session.current || !can(toViewer(session.current), SCREEN_PERMISSIONS['/marketing/automations'])) return
    void cache.prefetchQuery(automationsQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: AutomationsScreen,
})
