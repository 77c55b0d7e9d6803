import type { BookingService } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconListDetails, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useMayEditService, useServiceActions } from './use-service-actions.ts'

/** Actions on a service in the list. */
export function ServiceMenu({ service }: { service: BookingService }) {
  const { t } = useLingui()
  const mayEdit = useMayEditService()(service)
  const { archive, restore } = useServiceActions(service)
  const { id, name, isArchived } = service
  return (
    <RowMenu label={t`Actions for ${name}`} width={180}>
      <Menu.Item
        leftSection={mayEdit ? <IconPencil size={16} /> : <IconListDetails size={16} />}
        renderRoot={(props) => <Link {...props} to="/bookings/service/$serviceID" params={{ serviceID: id }} />}
      >
        {mayEdit ? <Trans>Edit</Trans> : <Trans>Details</Trans>}
      </Menu.Item>
      {mayEdit &&
        (isArchived ? (
          <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => void restore()}>
            <Trans>Restore</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void archive()}>
            <Trans>Archive…</Trans>
          </Menu.Item>
        ))}
    </RowMenu>
  )
}
