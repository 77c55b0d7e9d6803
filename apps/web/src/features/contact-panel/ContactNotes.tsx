import type { Note } from '@frontdesk/contract/api'
import { can, isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { textAddedSince } from '../../lib/text-added-since.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './PanelSections.module.css'
import { contactNotes } from './queries.ts'

interface Props {
  contactId: string
  zone: string
  mayEdit: boolean
}

/** Notes about a contact, including those in its conversations. */
export function ContactNotes({ contactId, zone, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const query = contactNotes(contactId)
  const stored = useQuery(query)

  const reload = () => cache.invalidateQueries({ queryKey: query.queryKey })
  const form = useApiForm({
    initial: { note: '' },
    save: async ({ note }) => {
      await api.notes.add({ contactId, note })
      form.merge((now) => ({ note: textAddedSince(now.note, note) }))
      await reload()
    },
  })
  const isEmpty = isBlank(form.values.note)

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
        <Form form={form}>
          <Textarea
            size="xs"
            autosize
            minRows={1}
            maxRows={8}
            maxLength={NOTE_MAX}
            aria-label={t`New note`}
            placeholder={t`Add a note about this contact`}
            {...form.text('note')}
            onKeyDown={(event) => {
              const isSubmit = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
              if (isSubmit && !isEmpty) event.currentTarget.form?.requestSubmit()
            }}
          />
          {!isEmpty && (
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={form.isSaving}>
                <Trans>Add note</Trans>
              </Button>
            </Group>
          )}
        </Form>
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
