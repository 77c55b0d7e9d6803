import type { ContactCriteria } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../entities/bulk-action/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import type { Selection } from '../../ui/list/selection.ts'
import { type MergeCandidate, openModal } from '../../ui/modal/modals.ts'
import { AddLabelsModal, AddTagsModal, DeleteContactsModal, RemoveLabelsModal, RemoveTagsModal } from './BulkModals.tsx'
import { MoveModal } from './MoveModal.tsx'
import type { ExportSelection } from './use-export.ts'

export type ContactBulkRequest = Omit<Parameters<typeof api.bulkActions.startOnContacts>[0], 'contactIDs' | 'criteria'>

interface Props {
  selection: Selection
  /** The filter of the list. */
  criteria: ContactCriteria
  /** The loaded contacts. */
  contacts: readonly MergeCandidate[]
  /** How many contacts match, in words. */
  allContacts: string
  /** Undefined for people who may not export. */
  onExport: ((selection?: ExportSelection) => void) | undefined
  onDone: () => void
}

interface BulkItem {
  label: string
  onClick: () => void
  isMissing?: boolean
  /** In the menu, also where there is room. */
  isRare?: boolean
  isDestructive?: boolean
}

/** Actions for the selected contacts, or for all that match: jobs with progress, and undo except after deleting. */
export function ContactBulkActions({ selection, criteria, contacts: loaded, allContacts, onExport, onDone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const isPhone = useIsPhone()
  const hasLocations = useLocations().length > 1
  const hasLabels = (useQuery(labelsQuery).data?.labels.length ?? 0) > 0
  const trialGate = useTrialGate()
  const [open, setOpen] = useState<'add-tags' | 'remove-tags' | 'add-labels' | 'remove-labels' | 'move' | 'delete'>()
  const mayEdit = can(me, 'contacts_edit')
  const { isAll, keys } = selection
  const inWords = (count: number) => plural(count, { one: '# contact', other: '# contacts' })
  const contacts = isAll ? allContacts : inWords(keys.size)
  const start = async (request: ContactBulkRequest) => {
    const { data } = await api.bulkActions.startOnContacts({
      ...request,
      ...(isAll ? { criteria } : { contactIDs: [...keys] }),
    })
    cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, data))
    onDone()
  }
  const [first, second] = loaded.filter(({ id }) => keys.has(id))
  const exportThem = () => onExport?.(isAll ? undefined : { contactIDs: [...keys], count: contacts })
  const maySend = can(me, 'campaigns_send_bulk_messages')
  const many = { audience: isAll ? { criteria } : { contactIDs: [...keys] }, contacts, onDone }
  const all: BulkItem[] = [
    { label: t`Add tags`, onClick: () => setOpen('add-tags'), isMissing: !mayEdit },
    { label: t`Add labels`, onClick: () => setOpen('add-labels'), isMissing: !mayEdit || !hasLabels },
    {
      label: t`Send message`,
      onClick: () => openModal('send-group-message', { ...many, isReviewInvite: false }),
      isMissing: !maySend,
    },
    { label: t`Add to group`, onClick: () => openModal('create-group', many), isMissing: !mayEdit },
    {
      label: t`Send review invites`,
      onClick: () =>
        trialGate('review-invite', () => openModal('send-group-message', { ...many, isReviewInvite: true })),
      isMissing: !maySend,
      isRare: true,
    },
    { label: t`Remove tags`, onClick: () => setOpen('remove-tags'), isMissing: !mayEdit, isRare: true },
    {
      label: t`Remove labels`,
      onClick: () => setOpen('remove-labels'),
      isMissing: !mayEdit || !hasLabels,
      isRare: true,
    },
    { label: t`Change location`, onClick: () => setOpen('move'), isMissing: !mayEdit || !hasLocations },
    {
      label: t`Merge`,
      onClick: () =>
        first && second && openModal('merge-contacts', { contact: first, other: second, onMerged: onDone }),
      isMissing: !mayEdit || isAll || keys.size !== 2 || !second,
    },
    { label: t`Export`, onClick: exportThem, isMissing: !onExport },
    {
      label: t`Delete`,
      onClick: () => setOpen('delete'),
      isMissing: !can(me, 'convos_delete_contact_conversation'),
      isDestructive: true,
    },
  ]
  const items = all.filter(({ isMissing }) => !isMissing)
  const inMenu = items.filter(({ isRare }) => isPhone || isRare)
  const onClose = () => setOpen(undefined)
  const props = { contacts, start, onClose }
  return (
    <>
      {items
        .filter((item) => !inMenu.includes(item))
        .map(({ label, onClick, isDestructive }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            c={isDestructive ? 'var(--fd-danger)' : undefined}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
              {isPhone ? <Trans>Actions</Trans> : <Trans>More</Trans>}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(({ label, onClick, isDestructive }) => (
              <Menu.Item key={label} color={isDestructive ? 'var(--fd-danger)' : undefined} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {open === 'add-tags' && <AddTagsModal {...props} />}
      {open === 'remove-tags' && <RemoveTagsModal {...props} />}
      {open === 'add-labels' && <AddLabelsModal {...props} />}
      {open === 'remove-labels' && <RemoveLabelsModal {...props} />}
      {open === 'move' && (
        <MoveModal
          title={t`Move ${contacts}`}
          move={(locationID) => start({ change: 'move', locationID })}
          onClose={onClose}
        />
      )}
      {open === 'delete' && <DeleteContactsModal {...props} isOne={contacts === inWords(1)} />}
    </>
  )
}
