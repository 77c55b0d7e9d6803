import { AUTOMATION_KINDS, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import classes from './Automations.module.css'
import { KIND_HINTS, KIND_TEXTS } from './automation-texts.ts'
import { automationsQuery } from './queries.ts'
import { useAutomationColumns } from './use-automation-columns.tsx'

const PERMISSION = SCREEN_PERMISSIONS['/marketing/automations']

/** All automations, with what they did lately. */
export function AutomationsScreen() {
  return can(useMe(), PERMISSION) ? <AutomationList /> : <ForbiddenScreen permission={PERMISSION} />
}

function AutomationList() {
  const { t } = useLingui()
  const me = useMe()
  const mayAdd = !useSession()?.viewingAs && can(me, 'automations_manage')
  const automations = useQuery(automationsQuery)
  const columns = useAutomationColumns()
  return (
    <PageLayout
      isWide
      title={t`Automations`}
      text={t`Follow up, reopen conversations, and answer webchats automatically. An automation acts only on what happens after you turn it on.`}
      actions={mayAdd && <NewAutomation size="sm" />}
    >
      <DataTable
        name="automations"
        label={t`Automations`}
        columns={columns}
        query={automations}
        rows={(rows) => rows}
        rowKey={({ id }) => id}
        rowHeight={64}
        placeholderRows={4}
        empty={
          <EmptyState
            icon={<IconRobot size={28} stroke={1.5} />}
            title={t`No automations yet`}
            text={t`Start with a follow-up. It texts contacts who haven’t replied after a day.`}
            action={mayAdd && <NewAutomation size="xs" />}
          />
        }
      />
    </PageLayout>
  )
}

/** Asks which kind of automation to add. */
function NewAutomation({ size }: { size: 'xs' | 'sm' }) {
  const { i18n } = useLingui()
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <Button size={size} leftSection={<IconPlus size={16} />}>
          <Trans>New automation</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {AUTOMATION_KINDS.map((kind) => (
          <Menu.Item
            key={kind}
            renderRoot={(props) => <Link {...props} to="/marketing/automations/new" search={{ kind }} />}
          >
            <div className={classes.kind}>{i18n._(KIND_TEXTS[kind])}</div>
            <div className={classes.hint}>{i18n._(KIND_HINTS[kind])}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
