import type { Conversation, MergePreview } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { conversationsWith, findConversations } from '../../../entities/conversation/queries.ts'
import { mergeToastId, unmergeConversation } from '../../../entities/conversation/unmerge-conversation.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { QueryState } from '../../../ui/state/QueryState.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import classes from './AssignModal.module.css'

interface Props {
  conversation: Conversation
  onClose: () => void
  onOpen: (sid: string) => void
}

interface Choices {
  other: Conversation | null
  surviving: 'this' | 'other'
}

const pairOf = (conversation: Conversation, { other, surviving }: Choices) =>
  other && {
    sid: surviving === 'this' ? other.sid : conversation.sid,
    intoSid: surviving === 'this' ? conversation.sid : other.sid,
  }

/** Merges this conversation with another one of the same person. */
export function MergeModal({ conversation, onClose, onOpen }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), 150)
  const searching = useQuery({
    ...findConversations(searched, null),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  })
  const others = useQuery(conversationsWith(conversation.phoneNumber))
  const query = searched === '' ? others : searching
  const shown = query.data?.filter(({ sid }) => sid !== conversation.sid)

  const form = useApiForm<Choices>({
    initial: { other: null, surviving: 'this' },
    save: async (choices) => {
      const both = pairOf(conversation, choices)
      if (!both) return
      const { data } = await api.merging.merge(both)
      conversationCache(cache).renumber(data.sid)
      conversationCache(cache).take(data)
      onOpen(data.sid)
      showToast({
        id: mergeToastId(both.sid),
        kind: 'news',
        title: t`Merged into one conversation`,
        text: t`Messages from both now appear together, in order.`,
        shownMs: 10_000,
        action: { label: t`Undo`, run: () => void unmergeConversation(cache, data.sid, both.sid).catch(showFailure) },
      })
    },
  })
  const { other, surviving } = form.values
  const both = pairOf(conversation, form.values)
  const preview = useQuery({
    queryKey: ['merge-preview', both],
    queryFn: both ? async ({ signal }) => (await api.merging.preview(both, { signal })).data : skipToken,
    staleTime: 0,
  })

  return (
    <FormModal
      title={t`Merge with another conversation`}
      submitLabel={t`Merge`}
      form={form}
      onClose={onClose}
      isDisabled={!preview.data}
    >
      <TextInput
        label={t`Another conversation with the same person`}
        placeholder={t`Name or number`}
        leftSection={<IconSearch size={16} />}
        value={term}
        maxLength={120}
        data-autofocus
        onChange={(event) => {
          setTerm(event.currentTarget.value)
          form.set('other', null)
        }}
      />
      <QueryState query={query} rows={2}>
        {() => (
          <Radio.Group
            aria-label={t`Conversation`}
            value={other?.sid ?? ''}
            onChange={(sid) => form.set('other', shown?.find((each) => each.sid === sid) ?? null)}
            className={classes.people}
          >
            {shown?.map((one) => (
              <Choice key={one.sid} conversation={one} />
            ))}
            {shown?.length === 0 && (
              <Text size="sm" c="dimmed" p={8}>
                {searched === '' ? (
                  <Trans>This contact has no other conversation with you. Search for another number of theirs.</Trans>
                ) : (
                  <Trans>No results</Trans>
                )}
              </Text>
            )}
          </Radio.Group>
        )}
      </QueryState>
      {other && (
        <Radio.Group
          label={t`Which one do you want to keep?`}
          description={t`It keeps its location, folder, assignee, and status, and gets the other one’s messages.`}
          value={surviving}
          onChange={(value) => form.set('surviving', value === 'other' ? 'other' : 'this')}
        >
          <div className={classes.people}>
            <Choice value="this" conversation={conversation} />
            <Choice value="other" conversation={other} />
          </div>
        </Radio.Group>
      )}
      <ErrorText error={preview.error} />
      {preview.data && <Outcome preview={preview.data} />}
    </FormModal>
  )
}

function Choice({ conversation, value = conversation.sid }: { conversation: Conversation; value?: string }) {
  const { t } = useLingui()
  const place = useLocations().find(({ id }) => id === conversation.attributes.locationID)
  const { toUserName, isClosed } = conversation.attributes
  return (
    <Radio
      value={value}
      classNames={{ root: classes.person, body: classes.body, labelWrapper: classes.label }}
      label={
        <span className={classes.who}>
          <span className={classes.name}>{conversation.contact.name || phoneText(conversation.phoneNumber)}</span>
          <span className={classes.soft}>
            <Trans>
              {phoneText(conversation.phoneNumber)} with {phoneText(conversation.tenantPhoneNumber)}
            </Trans>
          </span>
          <span className={classes.soft}>
            {[place?.name, toUserName ?? t`Unassigned`, isClosed && t`Closed`].filter(Boolean).join(' · ')}
          </span>
        </span>
      }
    />
  )
}

/** Preview of the merged conversation. */
function Outcome({ preview }: { preview: MergePreview }) {
  const { surviving, merged, mergedMessages, survivingMessages, scheduledMessages, isReopened } = preview
  const moves =
    surviving.attributes.locationID !== merged.attributes.locationID ||
    surviving.attributes.toUserID !== merged.attributes.toUserID
  return (
    <div role="status">
      <Text size="sm" component="ul" m={0} pl="md">
        <li>
          <Plural
            value={survivingMessages + mergedMessages}
            one="One conversation with # message."
            other="One conversation with # messages, in order."
          />
        </li>
        <li>
          <Trans>
            New texts from {phoneText(merged.phoneNumber)} to {phoneText(merged.tenantPhoneNumber)} will arrive here
            too. Your replies use the numbers of the latest message, or the ones you choose.
          </Trans>
        </li>
        {moves && (
          <li>
            <Trans>
              Teammates with access to the conversation with {surviving.friendlyName},{' '}
              {phoneText(surviving.phoneNumber)}, will see all of it. Others won’t.
            </Trans>
          </li>
        )}
        {isReopened && (
          <li>
            <Trans>It will be reopened because the other one is open.</Trans>
          </li>
        )}
        {scheduledMessages > 0 && (
          <li>
            <Plural
              value={scheduledMessages}
              one="# scheduled message will be sent as planned."
              other="# scheduled messages will be sent as planned."
            />
          </li>
        )}
        <li>
          <Trans>You can unmerge them at any time. Nothing is lost.</Trans>
        </li>
      </Text>
    </div>
  )
}
