import type { Preferences } from '@frontdesk/contract/api'
import { UNDO_SEND_SECONDS } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { preferencesQuery } from '../../entities/profile/preferences.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'

/** How the inbox behaves for the signed-in person. */
export function InboxPreferences() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const preferences = useQuery(preferencesQuery)
  const saving = useMutation({
    mutationFn: (changes: Partial<Preferences>) => api.profile.savePreferences(changes),
    onMutate: (changes) =>
      cache.setQueryData(preferencesQuery.queryKey, (present) => present && { ...present, ...changes }),
    onError: () => cache.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  })
  return (
    <QueryState query={preferences} rows={1}>
      {(data) => (
        <Stack gap="md">
          <ErrorText error={saving.error} />
          <Switch
            label={t`Undo send`}
            description={t`Messages wait ${UNDO_SEND_SECONDS} seconds before sending so you can undo. They send even if you close the tab.`}
            checked={data.undoSend}
            onChange={(event) => saving.mutate({ undoSend: event.currentTarget.checked })}
          />
          <Switch
            label={t`Open the next conversation`}
            description={t`After you close or snooze a conversation, or mark it “No reply needed”. Turn this off to stay where you are.`}
            checked={data.opensNext}
            onChange={(event) => saving.mutate({ opensNext: event.currentTarget.checked })}
          />
          {saving.isSuccess && <SaveNote state={{ status: 'saved' }} />}
        </Stack>
      )}
    </QueryState>
  )
}
