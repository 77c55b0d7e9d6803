import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../../entities/folder/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

interface Props {
  sids: string[]
  /** The conversations' locations: only folders that all of them have are offered. */
  locationIDs: string[]
  /** The folder they are in, if it is the same one. */
  folderKey?: string
  onClose: () => void
}

export function MoveIntoFolderModal({ sids, locationIDs, folderKey: present, onClose }: Props) {
  const { t } = useLingui()
  const showFailure = useFailureToast()
  const query = useQuery(foldersQuery)
  const locations = [...new Set(locationIDs)]
  const all = query.data ?? []
  const common = all.filter(
    (folder) =>
      folder.locationID === locations[0] &&
      locations.every((id) => all.some((each) => each.locationID === id && each.folderKey === folder.folderKey)),
  )
  const form = useApiForm<{ folderKey: string | null }>({
    initial: { folderKey: present ?? null },
    save: async ({ folderKey: chosen }) => {
      if (chosen === null) return
      await api.folders.changeBulk({ sids, folderKey: chosen })
      const name = common.find(({ folderKey }) => folderKey === chosen)?.folderName ?? ''
      showToast({
        id: `undo ${sids.join(' ')}`,
        kind: 'news',
        title: t`Moved to ${name}`,
        text: '',
        shownMs: UNDO_MS,
        ...(present && {
          action: {
            label: t`Undo`,
            run: () => void api.folders.changeBulk({ sids, folderKey: present }).catch(showFailure),
          },
        }),
      })
    },
  })
  const { folderKey: chosen } = form.values
  return (
    <FormModal
      title={t`Move into folder`}
      submitLabel={t`Move`}
      isDisabled={chosen === null || chosen === present}
      form={form}
      onClose={onClose}
    >
      <QueryState query={query} rows={3}>
        {() => (
          <Radio.Group aria-label={t`Folder`} {...form.control('folderKey')}>
            <Stack gap="xs">
              {common.map(({ folderKey, folderName }, at) => (
                <Radio
                  key={folderKey}
                  value={folderKey}
                  label={folderName}
                  data-autofocus={(present ? folderKey === present : at === 0) || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </QueryState>
      {locations.length > 1 && (
        <Text size="xs" c="dimmed">
          <Trans>Only folders that all of their locations have are listed.</Trans>
        </Text>
      )}
    </FormModal>
  )
}
