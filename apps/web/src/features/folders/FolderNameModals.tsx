import type { Folder } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { foldersQuery } from '../../entities/folder/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
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
  const form = useApiForm({
    initial: { folderName: '', isEverywhere: false },
    rules: { folderName: required },
    errorFields: { FolderNameTaken: 'folderName' },
    save: async ({ folderName, isEverywhere }) => {
      await api.folders.add({ folderName, locationID: isEverywhere ? null : locationID })
      await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
    },
  })
  return (
    <FormModal
      title={t`Add folder`}
      submitLabel={t`Add folder`}
      form={form}
      onClose={backToFolders(origin, locationID)}
    >
      <TextInput data-autofocus label={t`Name`} maxLength={NAME_MAX} {...form.text('folderName')} />
      {locations.length > 1 && <Checkbox label={t`Add to all locations`} {...form.checkbox('isEverywhere')} />}
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
  const { locationID, folderKey } = folder
  const form = useApiForm({
    initial: { folderName: folder.folderName },
    rules: { folderName: required },
    errorFields: { FolderNameTaken: 'folderName' },
    save: async ({ folderName }) => {
      await api.folders.edit({ locationID, folderKey, folderName })
      await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
    },
  })
  return (
    <FormModal title={t`Rename folder`} submitLabel={t`Save`} form={form} onClose={backToFolders(origin, locationID)}>
      <TextInput data-autofocus label={t`Name`} maxLength={NAME_MAX} {...form.text('folderName')} />
    </FormModal>
  )
}
