import type { Folder } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../entities/folder/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { type FolderOrigin, openModal } from '../../ui/modal/modals.ts'

const NAME_MAX = 40

/** Closes the dialog, back to the list of folders where it was opened there. */
export const backToFolders =
  ({ onClose, isFromList }: FolderOrigin & { onClose: () => void }, locationID: string) =>
  () => {
    onClose()
    if (isFromList) openModal('manage-folders', { locationID })
  }

interface AddProps extends FolderOrigin {
  locationID: string
  onClose: () => void
}

export function AddFolderModal({ locationID, ...origin }: AddProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const [name, setName] = useState('')
  const [isEverywhere, setIsEverywhere] = useState(false)
  const save = async () => {
    await api.folders.add({ folderName: name, locationID: isEverywhere ? null : locationID })
    await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
  }
  return (
    <FormModal
      title={t`Add folder`}
      submitLabel={t`Add folder`}
      isDisabled={name.trim() === ''}
      save={save}
      onClose={backToFolders(origin, locationID)}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {locations.length > 1 && (
        <Checkbox
          label={t`Add to all locations`}
          checked={isEverywhere}
          onChange={(event) => setIsEverywhere(event.currentTarget.checked)}
        />
      )}
    </FormModal>
  )
}

interface EditProps extends FolderOrigin {
  folder: Folder
  onClose: () => void
}

export function EditFolderModal({ folder, ...origin }: EditProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [name, setName] = useState(folder.folderName)
  const { locationID, folderKey } = folder
  const save = async () => {
    await api.folders.edit({ locationID, folderKey, folderName: name })
    await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
  }
  return (
    <FormModal
      title={t`Rename folder`}
      submitLabel={t`Save`}
      isDisabled={name.trim() === ''}
      save={save}
      onClose={backToFolders(origin, locationID)}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
