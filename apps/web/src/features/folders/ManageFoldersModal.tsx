import { DEFAULT_FOLDER, type Folder } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { chosenLocation } from '../../lib/chosen-location.ts'
import { useLocations } from '../../lib/locations.ts'
import { foldersOf, foldersQuery } from '../../lib/settings-queries.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ModalFrame } from '../../ui/ModalFrame.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { openModal } from '../../ui/modals.ts'
import rowClasses from '../../ui/Rows.module.css'
import classes from './ManageFoldersModal.module.css'

interface Props {
  /** Default: the one the lists are narrowed to, or the first. */
  locationID?: string
  onClose: () => void
}

export function ManageFoldersModal({ locationID: asked, onClose }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const query = useQuery(foldersQuery)
  const [chosen, setChosen] = useState(asked ?? chosenLocation.get())
  const locationID = chosen ?? locations[0]?.id ?? ''
  return (
    <ModalFrame onClose={onClose} title={t`Folders`}>
      {locations.length > 1 && (
        <NativeSelect
          label={t`Location`}
          mb="sm"
          value={locationID}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {query.isPending && <LoadingRows count={4} />}
      {query.isError && <FailedState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <FolderList key={locationID} folders={foldersOf(query.data, locationID)} locationID={locationID} />
      )}
    </ModalFrame>
  )
}

function FolderList({ folders, locationID }: { folders: Folder[]; locationID: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const ordering = useMutation({
    mutationFn: async (next: Folder[]) => {
      const elsewhere = (cache.getQueryData(foldersQuery.queryKey) ?? []).filter((one) => one.locationID !== locationID)
      cache.setQueryData(foldersQuery.queryKey, [...next, ...elsewhere])
      await api.folders.reorder({ locationID, folderKeys: next.map(({ folderKey }) => folderKey) })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: foldersQuery.queryKey }),
  })
  const order = (next: Folder[]) => {
    // Two orders on their way at once could arrive in either order.
    if (!ordering.isPending) ordering.mutate(next)
  }
  return (
    <>
      <ErrorText error={ordering.error} mb="sm" />
      <ul className={rowClasses.list}>
        {folders.map((folder, index) => {
          const { folderKey, folderName } = folder
          return (
            <li key={folderKey} className={classes.folder}>
              <span className={classes.name}>{folderName}</span>
              <MoveButtons items={folders} index={index} name={folderName} onMove={order} />
              <ActionIcon aria-label={t`Rename ${folderName}`} onClick={() => openModal('edit-folder', { folder })}>
                <IconPencil size={16} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                aria-label={t`Delete ${folderName}`}
                disabled={folderKey === DEFAULT_FOLDER}
                data-tip={folderKey === DEFAULT_FOLDER ? t`Conversations start here, so it stays` : undefined}
                data-tip-at="left"
                onClick={() => openModal('delete-folder', { folder })}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <Button
        mt="sm"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} />}
        onClick={() => openModal('add-folder', { locationID })}
      >
        <Trans>Add a folder</Trans>
      </Button>
    </>
  )
}
