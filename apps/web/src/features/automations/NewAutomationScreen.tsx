import type { Automation } from '@frontdesk/contract/api'
import { AUTOMATION_NAME_MAX, type AutomationKind, can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { fromLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useStore } from '../../lib/create-store.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AutomationEditor } from './AutomationEditor.tsx'
import { KIND_HINTS, KIND_TEXTS } from './automation-texts.ts'
import { automationValues, newAutomationValues } from './automation-values.ts'
import { automationById } from './queries.ts'

interface NewProps {
  kind: AutomationKind
  /** The automation to duplicate. */
  fromId: string | undefined
  onSaved: (id: string) => void
}

/** A new automation, or a duplicate, which is saved as a new one. */
export function NewAutomationScreen(props: NewProps) {
  const permission = SCREEN_PERMISSIONS['/marketing/automations/new']
  return can(useMe(), permission) ? <NewAutomation {...props} /> : <ForbiddenScreen permission={permission} />
}

function NewAutomation({ kind, fromId, onSaved }: NewProps) {
  const { t, i18n } = useLingui()
  const original = useQuery({ ...automationById(fromId ?? ''), enabled: fromId !== undefined })
  const locations = useQuery(locationsQuery)
  const chosenKind = original.data?.kind ?? kind
  return (
    <PageLayout
      isWide
      title={t`New automation: ${i18n._(KIND_TEXTS[chosenKind])}`}
      text={i18n._(KIND_HINTS[chosenKind])}
    >
      <QueryState query={locations} rows={6}>
        {() =>
          fromId === undefined ? (
            <FirstEditor kind={kind} onSaved={onSaved} />
          ) : (
            <QueryState query={original} rows={6}>
              {(data) => <FirstEditor kind={data.kind} original={data} onSaved={onSaved} />}
            </QueryState>
          )
        }
      </QueryState>
    </PageLayout>
  )
}

interface FirstProps {
  kind: AutomationKind
  original?: Automation
  onSaved: (id: string) => void
}

/** The editor with the values that a new automation starts with. */
function FirstEditor({ kind, original, onSaved }: FirstProps) {
  const { t } = useLingui()
  const chosen = useStore(chosenLocation)
  const locations = useLocationOptions(t`All locations`)
  const location = chosen ?? locations[0]?.value ?? fromLocationID(null)
  const { name = '' } = original ?? {}
  const initial = original
    ? { ...automationValues(original), name: t`Copy of ${name}`.slice(0, AUTOMATION_NAME_MAX), version: null }
    : newAutomationValues(location)
  // Without access to all locations, the copy of a business-wide automation gets a location of the teammate.
  const isOffered = locations.some(({ value }) => value === initial.location)
  return (
    <AutomationEditor
      kind={kind}
      automation={null}
      initial={isOffered ? initial : { ...initial, location }}
      onSaved={onSaved}
    />
  )
}
