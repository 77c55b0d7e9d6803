import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { ForbiddenState } from '../../entities/teammate/ForbiddenState.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { MemberList } from './MemberList.tsx'
import { RoleTable } from './RoleTable.tsx'
import classes from './TeamScreen.module.css'
import { readTeamTab, type TeamTab } from './team-tab.ts'

interface Props {
  tab: TeamTab
  onTab: (tab: TeamTab) => void
}

export function TeamScreen({ tab, onTab }: Props) {
  const { t } = useLingui()
  const me = useMe()
  return (
    <PageLayout isWide title={t`Team`} text={t`Manage your team, their locations, and permissions.`}>
      <Tabs value={tab} onChange={(value) => onTab(readTeamTab(value))}>
        <Tabs.List>
          <Tabs.Tab value="team-list">
            <Trans>Team Members</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="role-list">
            <Trans>Roles and Permissions</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="team-list" className={classes.panel}>
          {can(me, 'admin_manage_users') ? (
            <MemberList />
          ) : (
            <ForbiddenState title={t`You don’t have access to the team list`} permission="admin_manage_users" />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="role-list" className={classes.panel}>
          {can(me, 'admin_view_role_permissions') ? (
            <RoleTable />
          ) : (
            <ForbiddenState
              title={t`You don’t have access to roles and permissions`}
              permission="admin_view_role_permissions"
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </PageLayout>
  )
}
