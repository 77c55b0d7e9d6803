import type { Preferences } from '@frontdesk/contract'
import { UNDO_SEND_SECONDS } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'

export function UndoSendSwitch() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const preferences = useQuery(preferencesQuery)
  const saving = useMutation({
    mutationFn: (next: Preferences) => api.profile.savePreferences(next),
    onMutate: (next) => cache.setQueryData(preferencesQuery.queryKey, next),
    onError: () => cache.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  })
  if (preferences.isPending) return <LoadingRows count={1} />
  if (preferences.isError) return <FailedState error={preferences.error} onRetry={() => void preferences.refetch()} />
  return (
    <>
      <ErrorText error={saving.error} mb="sm" />
      <Switch
        label={t`Undo send`}
        description={t`What you send waits ${UNDO_SEND_SECONDS} seconds, in which you can take it back. It goes out even if you close the tab.`}
        checked={preferences.data.undoSend}
        onChange={(event) => saving.mutate({ undoSend: event.currentTarget.checked })}
      />
    </>
  )
}
