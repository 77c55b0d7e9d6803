import { type AutoClose, type ConversationConfigs, can, unknownVariables } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { Select, Switch, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-texts.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { ForbiddenScreen } from '../../ui/ForbiddenScreen.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PageLayout, PageSection } from '../../ui/PageLayout.tsx'
import { SaveNote } from '../../ui/SaveNote.tsx'
import { useAutosave } from '../../ui/use-autosave.ts'
import { conversationConfigsQuery } from './queries.ts'

export function ConversationSettingsScreen() {
  const { t } = useLingui()
  const configs = useQuery(conversationConfigsQuery)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission={t`Manage settings`} />
  return (
    <PageLayout title={t`Conversations`} text={t`What happens by itself when somebody texts you.`}>
      {configs.isPending && <LoadingRows count={4} />}
      {configs.isError && <FailedState error={configs.error} onRetry={() => void configs.refetch()} />}
      {configs.data && (
        <>
          <FirstReply stored={configs.data} />
          <AutoAssign stored={configs.data} />
          <AutoCloseSetting stored={configs.data} />
        </>
      )}
    </PageLayout>
  )
}

/** One part of the settings, which saves by itself and follows what others change while nobody touches it. */
function useConfig<Key extends 'replyOnNewMessage' | 'isAutoAssign' | 'autoClose'>(
  key: Key,
  stored: ConversationConfigs,
  isValid: (value: ConversationConfigs[Key]) => boolean = () => true,
) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<{ value: ConversationConfigs[Key] } | null>(null)
  const saving = useAutosave(
    async (next: { value: ConversationConfigs[Key] }) => {
      const { version } = cache.getQueryData(conversationConfigsQuery.queryKey) ?? stored
      try {
        const { data } = await api.conversationConfigs.save({ [key]: next.value, version })
        cache.setQueryData(conversationConfigsQuery.queryKey, data)
        setDraft((now) => (now === next ? null : now))
      } catch (error) {
        if (errorCode(error) === 'ChangedMeanwhile') {
          await cache.invalidateQueries({ queryKey: conversationConfigsQuery.queryKey })
          setDraft(null)
        }
        throw error
      }
    },
    ({ value }) => isValid(value),
  )
  return {
    value: draft ? draft.value : stored[key],
    state: saving.state,
    flush: saving.flush,
    change: (value: ConversationConfigs[Key]) => {
      const next = { value }
      setDraft(next)
      saving.change(next)
    },
  }
}

function FirstReply({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state, flush } = useConfig(
    'replyOnNewMessage',
    stored,
    ({ isEnabled, message }) => !isEnabled || message.trim() !== '',
  )
  const unknown = unknownVariables(value.message)
  return (
    <PageSection
      title={t`Reply to a first message`}
      text={t`Goes out once to every new contact, as the answer to their first text. While you are closed, the after-hours response goes out instead.`}
    >
      <Switch
        label={t`Reply to new contacts`}
        checked={value.isEnabled}
        onChange={(event) => change({ ...value, isEnabled: event.currentTarget.checked })}
      />
      {value.isEnabled && (
        <Textarea
          mt="sm"
          label={t`Reply`}
          description={t`Variables of templates work here, such as :contact_first_name:`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1600}
          error={
            value.message.trim() === ''
              ? t`An answer needs words`
              : unknown.length > 0 && t`There is no variable :${unknown[0] ?? ''}:`
          }
          value={value.message}
          onChange={(event) => change({ ...value, message: event.currentTarget.value })}
          onBlur={flush}
        />
      )}
      <SaveNote state={state} />
    </PageSection>
  )
}

function AutoAssign({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfig('isAutoAssign', stored)
  return (
    <PageSection
      title={t`Assign new conversations`}
      text={t`Each new or reopened conversation that is nobody’s goes to the teammate of its location who waits longest for one.`}
    >
      <Switch label={t`Assign in turn`} checked={value} onChange={(event) => change(event.currentTarget.checked)} />
      <SaveNote state={state} />
    </PageSection>
  )
}

function AutoCloseSetting({ stored }: { stored: ConversationConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfig('autoClose', stored)
  const options: Record<AutoClose, string> = {
    never: t`Never`,
    '1-day': t`After 1 day`,
    '3-days': t`After 3 days`,
    '7-days': t`After 7 days`,
    '14-days': t`After 14 days`,
    '1-month': t`After 1 month`,
  }
  return (
    <PageSection
      title={t`Close idle conversations`}
      text={t`Without a text for this long, a conversation closes by itself; the next text opens it again. What is still unread stays open.`}
    >
      <Select
        aria-label={t`Close idle conversations`}
        maw={240}
        allowDeselect={false}
        value={value}
        onChange={(next) => next && change(next as AutoClose)}
        data={Object.entries(options).map(([key, label]) => ({ value: key, label }))}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}
