import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { errorCode } from '../../lib/error-code.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AutomationEditor } from './AutomationEditor.tsx'
import { AutomationLog } from './AutomationLog.tsx'
import { AutomationSwitch } from './AutomationSwitch.tsx'
import classes from './Automations.module.css'
import { KIND_HINTS } from './automation-texts.ts'
import { automationValues } from './automation-values.ts'
import { automationById } from './queries.ts'

/** An automation with its log. */
export function AutomationScreen({ id }: { id: string }) {
  const permission = SCREEN_PERMISSIONS['/marketing/automations']
  return can(useMe(), permission) ? <ExistingAutomation id={id} /> : <ForbiddenScreen permission={permission} />
}

function ExistingAutomation({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const automation = useQuery(automationById(id))
  const locations = useQuery(locationsQuery)
  const code = errorCode(automation.error)
  if (code === 'AutomationNotFound' || code === 'InvalidInput')
    return (
      <main style={{ height: '100%' }}>
        <EmptyState
          isScreen
          icon={<IconRobot size={28} stroke={1.5} />}
          title={automation.data ? t`This automation was deleted` : t`We can’t find this automation`}
          text={t`It was deleted, or you don’t have access to it.`}
          action={
            <Button size="xs" variant="default" component={Link} to="/marketing/automations">
              <Trans>Back to automations</Trans>
            </Button>
          }
        />
      </main>
    )
  return (
    <PageLayout
      isWide
      title={automation.data?.name ?? t`Automation`}
      text={automation.data && i18n._(KIND_HINTS[automation.data.kind])}
      actions={automation.data && <AutomationSwitch automation={automation.data} />}
    >
      <QueryState query={automation} rows={6}>
        {(data) => (
          <QueryState query={locations} rows={6}>
            {() => (
              <>
                <AutomationEditor kind={data.kind} automation={data} initial={automationValues(data)} />
                <div className={classes.log}>
                  <AutomationLog id={id} />
                </div>
              </>
            )}
          </QueryState>
        )}
      </QueryState>
    </PageLayout>
  )
}
