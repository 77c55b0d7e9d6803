import type { Automation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCopy, IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useAutomationActions } from './use-automation-actions.ts'

/** Actions on an automation in the list. */
export function AutomationMenu({ automation }: { automation: Automation }) {
  const { t } = useLingui()
  const { remove } = useAutomationActions(automation)
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { id, name, kind } = automation
  const canEdit = automation.canEdit && !isViewingAs
  return (
    <RowMenu label={t`Actions for ${name}`} width={200}>
      <Menu.Item
        leftSection={canEdit ? <IconPencil size={16} /> : <IconListDetails size={16} />}
        renderRoot={(props) => (
          <Link {...props} to="/marketing/automations/$automationID" params={{ automationID: id }} />
        )}
      >
        {canEdit ? <Trans>Edit</Trans> : <Trans>Details</Trans>}
      </Menu.Item>
      {can(me, 'automations_manage') && !isViewingAs && (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          renderRoot={(props) => <Link {...props} to="/marketing/automations/new" search={{ kind, from: id }} />}
        >
          <Trans>Duplicate</Trans>
        </Menu.Item>
      )}
      {canEdit && (
        <Menu.Item color="var(--fd-danger)" leftSection={<IconTrash size={16} />} onClick={remove}>
          <Trans>Delete…</Trans>
        </Menu.Item>
      )}
    </RowMenu>
  )
}
