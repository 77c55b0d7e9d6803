import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { AutomationScreen } from '../../features/automations/AutomationScreen.tsx'
import { automationById, automationRuns } from '../../features/automations/queries.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { toViewer } from '../../lib/session/session.ts'

export const Route = createFileRoute('/_app/marketing_/automations_/$automationID')({
  loader: ({ context: { cache, session }, params: { automationID } }) => {
    if (!session.current || !can(toViewer(session.current), SCREEN_PERMISSIONS['/marketing/automations'])) return
    void cache.prefetchQuery(automationById(automationID))
    void cache.prefetchInfiniteQuery(automationRuns(automationID))
    void cache.prefetchQuery(locationsQuery)
  },
  component: Automation,
})

function Automation() {
  const { automationID } = Route.useParams()
  return <AutomationScreen key={automationID} id={automationID} />
}
