import type { Conversation, Note } from '@frontdesk/contract/api'
import { can, isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { textAddedSince } from '../../lib/text-added-since.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './PanelSections.module.css'
import { contactNotes } from './queries.ts'

interface Props {
  conversation: Conversation
  zone: string
  mayEdit: boolean
}

/** Notes about a contact, including those in its conversations. */
export function ContactNotes({ conversation, zone, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const me = useMe()
  const contactId = conversation.contact.id
  const query = contactNotes(contactId)
  const stored = useQuery(query)
  const [text, setText] = useState('')
  const [isSaving, setIsSaving] = useState(false)

  const reload = () => cache.invalidateQueries({ queryKey: query.queryKey })
  const add = async () => {
    if (isBlank(text) || isSaving) return
    setIsSaving(true)
    try {
      await api.notes.add({ contactId, note: text })
      setText((now) => textAddedSince(now, text))
      await reload()
    } catch (failure) {
      showFailure(failure)
    }
    setIsSaving(false)
  }

  const remove = ({ id, note, conversationSid }: Note) =>
    confirm({
      title: t`Delete this note?`,
      confirmLabel: t`Delete note`,
      text: (
        <Stack gap="sm">
          <Text size="sm" lineClamp={3} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {note}
          </Text>
          <Text size="sm">
            {conversationSid ? (
              <Trans>
                This deletes the note for your whole team. The conversation will show that a note was deleted.
              </Trans>
            ) : (
              <Trans>This deletes the note for your whole team.</Trans>
            )}
          </Text>
        </Stack>
      ),
      act: async () => {
        await api.notes.remove({ contactId, noteId: id })
        await reload()
      },
    })

  return (
    <>
      {mayEdit && (
        <>
          <Textarea
            size="xs"
            autosize
            minRows={1}
            maxRows={8}
            maxLength={NOTE_MAX}
            aria-label={t`New note`}
            placeholder={t`Add a note about this contact`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void add()
            }}
          />
          {!isBlank(text) && (
            <Group justify="flex-end">
              <Button size="xs" loading={isSaving} onClick={() => void add()}>
                <Trans>Add note</Trans>
              </Button>
            </Group>
          )}
        </>
      )}
      <QueryState
        query={stored}
        rows={1}
        empty={
          <p className={classes.soft} hidden={mayEdit}>
            <Trans>No notes yet</Trans>
          </p>
        }
      >
        {(data) => (
          <ul className={classes.notes}>
            {data.map((each) => (
              <li key={each.id} className={classes.note}>
                <p className={classes.noteText} dir="auto">
                  {each.note}
                </p>
                <div className={classes.noteFoot}>
                  <span>
                    {each.author}, <time title={exact(each.addedOnUtc, zone)}>{fullDate(each.addedOnUtc)}</time>
                    {each.conversationSid && (
                      <>
                        {' · '}
                        <Trans>from the conversation</Trans>
                      </>
                    )}
                  </span>
                  {mayEdit && (each.authorUserID === me.userId || can(me, 'convos_delete_message')) && (
                    <ActionIcon
                      size={24}
                      aria-label={t`Delete the note by ${each.author}`}
                      onClick={() => remove(each)}
                    >
                      <IconTrash size={14} />
                    </ActionIcon>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  )
}
