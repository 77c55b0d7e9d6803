import type { BookingResource } from '@frontdesk/contract/api'
import { RESOURCE_KINDS, type ResourceKind } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconDoor, IconPlus, IconTool, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { AddTeammateModal } from './AddTeammateModal.tsx'
import { ThingModal } from './ThingModal.tsx'

const ICONS = { teammate: IconUser, room: IconDoor, equipment: IconTool }

interface Props {
  /** All resources. */
  resources: readonly BookingResource[]
  onAdded: (resourceID: string) => void
}

/** Makes a teammate bookable, or adds a room or equipment. */
export function AddResource({ resources, onAdded }: Props) {
  const { t } = useLingui()
  const [adding, setAdding] = useState<ResourceKind>()
  const close = () => setAdding(undefined)
  const labels = { teammate: t`Teammate`, room: t`Room`, equipment: t`Equipment` }
  return (
    <>
      <Menu position="bottom-end" width={200} withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} />}>
            <Trans>Add</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {RESOURCE_KINDS.map((kind) => {
            const KindIcon = ICONS[kind]
            return (
              <Menu.Item key={kind} leftSection={<KindIcon size={16} />} onClick={() => setAdding(kind)}>
                {labels[kind]}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {adding === 'teammate' && <AddTeammateModal resources={resources} onAdded={onAdded} onClose={close} />}
      {(adding === 'room' || adding === 'equipment') && <ThingModal kind={adding} onAdded={onAdded} onClose={close} />}
    </>
  )
}
