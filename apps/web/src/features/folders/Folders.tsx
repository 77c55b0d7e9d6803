import type { Folder } from '@frontdesk/contract/api'
import { DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersOf, foldersQuery } from '../../entities/folder/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { type FolderOrigin, openModal } from '../../ui/modal/modals.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Folders.module.css'

interface Props extends FolderOrigin {
  /** Default: the chosen location, or the first. */
  locationID?: string | undefined
}

/** The folders of one location at a time: to add, rename, reorder and delete them. */
export function Folders({ locationID: initialLocationID, ...origin }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const query = useQuery(foldersQuery)
  const [chosen, setChosen] = useState(initialLocationID ?? chosenLocation.get())
  const locationID = chosen ?? locations[0]?.id ?? ''
  return (
    <>
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          mb="sm"
          maw={320}
          allowDeselect={false}
          value={locationID}
          onChange={setChosen}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <QueryState query={query} rows={4}>
        {(data) => (
          <FolderList key={locationID} folders={foldersOf(data, locationID)} locationID={locationID} {...origin} />
        )}
      </QueryState>
    </>
  )
}

/** The folders of a location in their order, each to be renamed, moved or deleted. */
function FolderList({ folders, locationID, ...origin }: { folders: Folder[]; locationID: string } & FolderOrigin) {
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
    // Two requests in flight could arrive in either order.
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
              <ActionIcon
                aria-label={t`Rename ${folderName}`}
                onClick={() => openModal('edit-folder', { folder, ...origin })}
              >
                <IconPencil size={16} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                aria-label={t`Delete ${folderName}`}
                disabled={folderKey === DEFAULT_FOLDER}
                data-tip={
                  folderKey === DEFAULT_FOLDER ? t`New conversations start here, so it can’t be deleted` : undefined
                }
                data-tip-at="left"
                onClick={() => openModal('delete-folder', { folder, ...origin })}
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
        onClick={() => openModal('add-folder', { locationID, ...origin })}
      >
        <Trans>Add a folder</Trans>
      </Button>
    </>
  )
}
