import type { Folder } from '@frontdesk/contract/api'
import { DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { foldersQuery } from '../../entities/folder/queries.ts'
import { api } from '../../lib/api.ts'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
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
  const content = useQuery({
    queryKey: ['folder-count', locationID, folderKey],
    queryFn: async () => (await api.folders.count({ locationID, folderKey })).data,
    gcTime: 0,
  })
  const defaultFolder = useQuery(foldersQuery).data?.find(
    (each) => each.locationID === locationID && each.folderKey === DEFAULT_FOLDER,
  )?.folderName
  const { open = 0, closed = 0 } = content.data ?? {}
  return (
    <ConfirmModal
      title={t`Delete “${folderName}”?`}
      confirmLabel={t`Delete folder`}
      query={content}
      text={
        open + closed === 0 ? (
          <Trans>This folder is empty.</Trans>
        ) : (
          <Trans>
            <Plural value={open + closed} one="# conversation moves" other="# conversations move" /> to “{defaultFolder}
            ” ({open} open, {closed} closed).
          </Trans>
        )
      }
      act={async () => {
        await api.folders.delete({ locationID, folderKey })
        await cache.invalidateQueries({ queryKey: foldersQuery.queryKey })
      }}
      onClose={backToFolders(origin, locationID)}
    />
  )
}
