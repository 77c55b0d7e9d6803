import type { Message, NoteDetails } from '@frontdesk/contract/api'
import { isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { api } from '../../../lib/api.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'

interface Props {
  message: Message
  note: NoteDetails
  onClose: () => void
}

/** Edits a note in place. A mention stays as long as its name is in the text. */
export function NoteEditor({ message, note, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [text, setText] = useState(message.body)
  const saving = useMutation({
    mutationFn: () =>
      api.notes.edit({
        sid: message.sid,
        note: text,
        mentions: note.mentions
          .filter(({ displayName }) => text.includes(`@${displayName}`))
          .map(({ userId }) => userId),
      }),
    onSuccess: ({ data }) => {
      conversationCache(cache).takeMessages(message.conversationSid, [data.message])
      onClose()
    },
  })
  const canSave = !isBlank(text) && text.trim() !== message.body && !saving.isPending
  const save = () => {
    if (canSave) saving.mutate()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <ErrorText error={saving.error} />
      <Textarea
        aria-label={t`Note`}
        value={text}
        maxLength={NOTE_MAX}
        autosize
        minRows={2}
        maxRows={12}
        data-autofocus
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <Group gap="xs" mt={8}>
        <Button type="submit" size="xs" disabled={!canSave} loading={saving.isPending}>
          <Trans>Save note</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  )
}
