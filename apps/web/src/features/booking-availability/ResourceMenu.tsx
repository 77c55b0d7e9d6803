import type { BookingResource } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { ThingModal } from './ThingModal.tsx'
import { useResourceActions } from './use-resource-actions.ts'

/** Actions on the selected resource. */
export function ResourceMenu({ resource }: { resource: BookingResource }) {
  const { t } = useLingui()
  const { archive, restore } = useResourceActions(resource)
  const [isEditing, setIsEditing] = useState(false)
  const { name, kind, isArchived } = resource
  return (
    <>
      <RowMenu label={t`Actions for ${name}`} width={200}>
        {kind !== 'teammate' && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
            <Trans>Edit</Trans>
          </Menu.Item>
        )}
        {isArchived ? (
          <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => void restore()}>
            <Trans>Restore</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void archive()}>
            {kind === 'teammate' ? <Trans>Stop bookings…</Trans> : <Trans>Archive…</Trans>}
          </Menu.Item>
        )}
      </RowMenu>
      {isEditing && kind !== 'teammate' && (
        <ThingModal kind={kind} resource={resource} onClose={() => setIsEditing(false)} />
      )}
    </>
  )
}
