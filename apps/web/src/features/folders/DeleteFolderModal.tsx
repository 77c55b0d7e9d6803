import type { Folder } from '@frontdesk/contract/api'
import { DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { foldersQuery } from '../../entities/folder/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { FolderOrigin } from '../../ui/modal/modals.ts'
import { backToFolders } from './FolderNameModals.tsx'

interface Props extends FolderOrigin {
  folder: Folder
  onClose: () => void
}

export function DeleteFolderModal({ folder, ...origin }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { locationID, folderKey, folderName } = folder
  const inside = useQuery({
    queryKey: ['folder-count', locationID, folderKey],
    queryFn: async () => (await api.folders.count({ locationID, folderKey })).data,
    gcTime: 0,
  })
  const first = useQuery(foldersQuery).data?.find(
    (one) => one.locationID === locationID && one.folderKey === DEFAULT_FOLDER,
  )?.folderName
  const form = useApiForm({
    initial: {},
    save: async () => {
      await api.folders.delete({ locationID, folderKey })
      await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
    },
  })
  const { open = 0, closed = 0 } = inside.data ?? {}
  return (
    <FormModal
      title={t`Delete “${folderName}”?`}
      submitLabel={t`Delete folder`}
      isDestructive
      isDisabled={!inside.data}
      form={form}
      onClose={backToFolders(origin, locationID)}
    >
      <ErrorText error={inside.error} />
      <Text size="sm">
        {open + closed === 0 ? (
          <Trans>This folder is empty.</Trans>
        ) : (
          <Trans>
            <Plural value={open + closed} one="# conversation moves" other="# conversations move" /> to “{first}” (
            {open} open, {closed} closed).
          </Trans>
        )}
      </Text>
    </FormModal>
  )
}
