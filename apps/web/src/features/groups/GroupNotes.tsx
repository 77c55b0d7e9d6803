import type { GroupNote } from '@frontdesk/contract/api'
import { can, isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { groupNotes } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { textAddedSince } from '../../lib/text-added-since.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Groups.module.css'

/** Notes about a group, for the team only. */
export function GroupNotes({ sid }: { sid: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const query = groupNotes(sid)
  const notes = useQuery(query)
  const canAct = !useSession()?.viewingAs
  const reload = () => cache.invalidateQueries({ queryKey: query.queryKey })
  const form = useApiForm({
    initial: { note: '' },
    save: async ({ note }) => {
      await api.groups.addNote({ sid, note })
      form.merge((now) => ({ note: textAddedSince(now.note, note) }))
      await reload()
    },
  })
  const remove = ({ id, note }: GroupNote) =>
    confirm({
      title: t`Delete this note?`,
      confirmLabel: t`Delete note`,
      text: (
        <Text size="sm" lineClamp={3} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      ),
      act: async () => {
        await api.groups.deleteNote({ sid, id })
        await reload()
      },
    })
  return (
    <section className={classes.panel} aria-label={t`Notes`}>
      {canAct && (
        <Form form={form}>
          <Textarea
            autosize
            minRows={1}
            maxRows={8}
            maxLength={NOTE_MAX}
            aria-label={t`New note`}
            placeholder={t`Add a note about this group`}
            {...form.text('note')}
          />
          {!isBlank(form.values.note) && (
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={form.isSaving}>
                <Trans>Add note</Trans>
              </Button>
            </Group>
          )}
        </Form>
      )}
      <QueryState
        query={notes}
        rows={2}
        empty={
          <p className={classes.soft}>
            <Trans>No notes yet</Trans>
          </p>
        }
      >
        {(data) => (
          <ul className={classes.list}>
            {data.map((note) => (
              <li key={note.id} className={classes.note}>
                <p className={classes.noteText} dir="auto">
                  {note.note}
                </p>
                <div className={classes.noteFoot}>
                  <span>
                    {note.author}, <time title={exact(note.addedOnUtc)}>{fullDate(note.addedOnUtc)}</time>
                  </span>
                  {canAct && (note.authorUserID === me.userId || can(me, 'convos_delete_message')) && (
                    <ActionIcon size={28} aria-label={t`Delete note`} onClick={() => remove(note)}>
                      <IconTrash size={15} />
                    </ActionIcon>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}
