import type { Message, NoteDetails } from '@frontdesk/contract/api'
import { isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { api } from '../../../lib/api.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'

interface Props {
  message: Message
  note: NoteDetails
  onClose: () => void
}

/** Edits a note in place. A mention stays as long as its name is in the text. */
export function NoteEditor({ message, note, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { text: message.body },
    save: async ({ text }) => {
      const mentioned = note.mentions.filter(({ displayName }) => text.includes(`@${displayName}`))
      const { data } = await api.notes.edit({
        sid: message.sid,
        note: text,
        mentions: mentioned.map(({ userId }) => userId),
      })
      conversationCache(cache).takeMessages(message.conversationSid, [data.message])
    },
  })
  const { text } = form.values
  const canSave = !isBlank(text) && text.trim() !== message.body
  return (
    <Form form={form} onSaved={onClose}>
      <Textarea
        aria-label={t`Note`}
        maxLength={NOTE_MAX}
        autosize
        minRows={2}
        maxRows={12}
        data-autofocus
        autoFocus
        {...form.text('text')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSave) {
            event.currentTarget.form?.requestSubmit()
          }
        }}
      />
      <Group gap="xs">
        <Button type="submit" size="xs" disabled={!canSave} loading={form.isSaving}>
          <Trans>Save note</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </Form>
  )
}
