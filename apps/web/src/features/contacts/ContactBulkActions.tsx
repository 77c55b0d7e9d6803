import type { ListedContact } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { AddTagModal, DeleteContactsModal } from './BulkModals.tsx'

interface Props {
  /** The selected contacts; none if everything that matches is selected, which can only be exported. */
  contacts: readonly ListedContact[]
  onExport: (() => void) | undefined
  isAll: boolean
  onDone: () => void
}

/** Actions for the selected contacts. */
export function ContactBulkActions({ contacts, onExport, isAll, onDone }: Props) {
  const me = useMe()
  const hasLocations = useLocations().length > 1
  const [open, setOpen] = useState<'tag' | 'delete'>()
  const mayEdit = can(me, 'contacts_edit')
  const props = { contacts, onDone, onClose: () => setOpen(undefined) }
  const move = () => openModal('move-contacts', { contactIDs: contacts.map(({ id }) => id), onMoved: onDone })
  if (isAll) {
    return (
      onExport && (
        <Button size="compact-sm" variant="default" onClick={onExport}>
          <Trans>Export</Trans>
        </Button>
      )
    )
  }
  return (
    <>
      {mayEdit && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('tag')}>
          <Trans>Add tag</Trans>
        </Button>
      )}
      {mayEdit && hasLocations && (
        <Button size="compact-sm" variant="default" onClick={move}>
          <Trans>Change location</Trans>
        </Button>
      )}
      {can(me, 'convos_delete_contact_conversation') && (
        <Button size="compact-sm" variant="default" c="var(--fd-danger)" onClick={() => setOpen('delete')}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {open === 'tag' && <AddTagModal {...props} />}
      {open === 'delete' && <DeleteContactsModal {...props} />}
    </>
  )
}
