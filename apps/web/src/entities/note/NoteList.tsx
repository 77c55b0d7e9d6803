import { can, isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { hashKey, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { textAddedSince } from '../../lib/text-added-since.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './NoteList.module.css'
import { noteDrafts } from './note-drafts.ts'

interface ListedNote {
  id: string
  note: string
  author: string
  authorUserID: string | null
  addedOnUtc: string
}

interface Props<Note extends ListedNote, Key extends QueryKey> {
  query: UseQueryOptions<Note[], Error, Note[], Key>
  placeholder: string
  mayEdit: boolean
  /** Times are shown in this zone; by default in the reader's. */
  zone?: string
  add: (note: string) => Promise<unknown>
  remove: (note: Note) => Promise<unknown>
  /** Further consequences of deleting the note. */
  consequence?: (note: Note) => ReactNode
  /** Shown after the time. */
  origin?: (note: Note) => ReactNode
}

/** Notes for the team: adding one, and a list in which authors can delete their own. */
export function NoteList<Note extends ListedNote, Key extends QueryKey>({
  query,
  placeholder,
  mayEdit,
  zone,
  add,
  remove,
  consequence,
  origin,
}: Props<Note, Key>) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const notes = useQuery(query)
  const draftKey = hashKey(query.queryKey)
  const reload = () => cache.invalidateQueries({ queryKey: query.queryKey })
  const confirmRemoval = (note: Note) =>
    confirm({
      title: t`Delete this note?`,
      confirmLabel: t`Delete note`,
      text: (
        <Stack gap="sm">
          <Text size="sm" lineClamp={3} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {note.note}
          </Text>
          <Text size="sm">{consequence?.(note) ?? <Trans>This deletes the note for your whole team.</Trans>}</Text>
        </Stack>
      ),
      act: async () => {
        await remove(note)
        await reload()
      },
    })
  return (
    <>
      {mayEdit && (
        <NewNote
          key={draftKey}
          draftKey={draftKey}
          placeholder={placeholder}
          add={async (note) => {
            await add(note)
            void reload()
          }}
        />
      )}
      <QueryState
        query={notes}
        rows={1}
        empty={
          <p className={classes.empty} hidden={mayEdit}>
            <Trans>No notes yet</Trans>
          </p>
        }
      >
        {(data) => (
          <ul className={classes.notes}>
            {data.map((note) => (
              <li key={note.id} className={classes.note}>
                <p className={classes.text} dir="auto">
                  {note.note}
                </p>
                <div className={classes.foot}>
                  <span>
                    {note.author}, <time title={exact(note.addedOnUtc, zone)}>{fullDate(note.addedOnUtc)}</time>
                    {origin?.(note)}
                  </span>
                  {mayEdit && (note.authorUserID === me.userId || can(me, 'convos_delete_message')) && (
                    <ActionIcon
                      size={24}
                      aria-label={t`Delete the note by ${note.author}`}
                      onClick={() => confirmRemoval(note)}
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

interface NewNoteProps {
  draftKey: string
  placeholder: string
  add: (note: string) => Promise<unknown>
}

/** The field of a new note. The text is kept until it is added, also while something else is on screen. */
function NewNote({ draftKey, placeholder, add }: NewNoteProps) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { note: noteDrafts.get(draftKey) },
    save: async ({ note }) => {
      await add(note)
      form.merge((now) => ({ note: textAddedSince(now.note, note) }))
      noteDrafts.write(draftKey, textAddedSince(noteDrafts.get(draftKey), note))
    },
  })
  const field = form.text('note')
  const isEmpty = isBlank(form.values.note)
  return (
    <Form form={form}>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={NOTE_MAX}
        aria-label={t`New note`}
        placeholder={placeholder}
        {...field}
        onChange={(event) => {
          noteDrafts.write(draftKey, event.currentTarget.value)
          field.onChange(event)
        }}
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
  )
}
