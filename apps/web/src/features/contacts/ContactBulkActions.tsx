import type { ContactCriteria } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../entities/bulk-action/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import type { Selection } from '../../ui/list/selection.ts'
import { AddLabelsModal, AddTagsModal, DeleteContactsModal } from './BulkModals.tsx'
import { MoveModal } from './MoveModal.tsx'

export type ContactBulkRequest = Omit<Parameters<typeof api.bulkActions.startOnContacts>[0], 'contactIDs' | 'criteria'>

interface Props {
  selection: Selection
  /** What the list shows. */
  criteria: ContactCriteria
  /** How many contacts match, in words. */
  allContacts: string
  /** Undefined for people who may not export. */
  onExport: (() => void) | undefined
  onDone: () => void
}

/** Actions for the selected contacts, or for all that match: jobs with progress, and undo except after deleting. */
export function ContactBulkActions({ selection, criteria, allContacts, onExport, onDone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const hasLocations = useLocations().length > 1
  const hasLabels = (useQuery(labelsQuery).data?.labels.length ?? 0) > 0
  const [open, setOpen] = useState<'tags' | 'labels' | 'move' | 'delete'>()
  const mayEdit = can(me, 'contacts_edit')
  const { isAll, keys } = selection
  const contacts = isAll ? allContacts : plural(keys.size, { one: '# contact', other: '# contacts' })
  const start = async (request: ContactBulkRequest) => {
    const { data } = await api.bulkActions.startOnContacts({
      ...request,
      ...(isAll ? { criteria } : { contactIDs: [...keys] }),
    })
    cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, data))
    onDone()
  }
  const onClose = () => setOpen(undefined)
  const props = { contacts, start, onClose }
  return (
    <>
      {mayEdit && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('tags')}>
          <Trans>Add tags</Trans>
        </Button>
      )}
      {mayEdit && hasLabels && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('labels')}>
          <Trans>Add labels</Trans>
        </Button>
      )}
      {mayEdit && hasLocations && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('move')}>
          <Trans>Change location</Trans>
        </Button>
      )}
      {isAll && onExport && (
        <Button size="compact-sm" variant="default" onClick={onExport}>
          <Trans>Export</Trans>
        </Button>
      )}
      {can(me, 'convos_delete_contact_conversation') && (
        <Button size="compact-sm" variant="default" c="var(--fd-danger)" onClick={() => setOpen('delete')}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {open === 'tags' && <AddTagsModal {...props} />}
      {open === 'labels' && <AddLabelsModal {...props} />}
      {open === 'move' && (
        <MoveModal
          title={t`Move ${contacts}`}
          move={(locationID) => start({ change: 'move', locationID })}
          onClose={onClose}
        />
      )}
      {open === 'delete' && <DeleteContactsModal {...props} />}
    </>
  )
}
