import { AUTOMATION_KINDS, type AutomationKind } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { NewAutomationScreen } from '../../features/automations/NewAutomationScreen.tsx'

interface Search {
  /** Default: a follow-up. */
  kind?: AutomationKind
  /** The automation to duplicate. */
  from?: string
}

export const Route = createFileRoute('/_app/marketing_/automations_/new')({
  validateSearch: ({ kind, from }: Record<string, unknown>): Search => {
    const automationKind = AUTOMATION_KINDS.find((each) => each === kind)
    return { ...(automationKind && { kind: automationKind }), ...(typeof from === 'string' && { from }) }
  },
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: NewAutomation,
})

function NewAutomation() {
  const { kind = 'follow-up', from } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <NewAutomationScreen
      key={`${kind} ${from}`}
      kind={kind}
      fromId={from}
      onSaved={(automationID) =>
        void navigate({
          to: '/marketing/automations/$automationID',
          params: { automationID },
          replace: true,
          // It was just saved.
          ignoreBlocker: true,
        })
      }
    />
  )
}
