import { Trans, useLingui } from '@lingui/react/macro'
import { NoteList } from '../../entities/note/NoteList.tsx'
import { api } from '../../lib/api.ts'
import { contactNotes } from './queries.ts'

interface Props {
  contactId: string
  zone: string
  mayEdit: boolean
}

/** Notes about a contact, including those in its conversations. */
export function ContactNotes({ contactId, zone, mayEdit }: Props) {
  const { t } = useLingui()
  return (
    <NoteList
      query={contactNotes(contactId)}
      placeholder={t`Add a note about this contact`}
      mayEdit={mayEdit}
      zone={zone}
      add={(note) => api.notes.add({ contactId, note })}
      remove={({ id }) => api.notes.remove({ contactId, noteId: id })}
      consequence={({ conversationSid }) =>
        conversationSid && (
          <Trans>This deletes the note for your whole team. The conversation will show that a note was deleted.</Trans>
        )
      }
      origin={({ conversationSid }) =>
        conversationSid && (
          <>
            {' · '}
            <Trans>from the conversation</Trans>
          </>
        )
      }
    />
  )
}
