import { useLingui } from '@lingui/react/macro'
import { groupNotes } from '../../entities/group/queries.ts'
import { NoteList } from '../../entities/note/NoteList.tsx'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import classes from './Groups.module.css'

/** Notes about a group, for the team only. */
export function GroupNotes({ sid }: { sid: string }) {
  const { t } = useLingui()
  return (
    <section className={classes.panel} aria-label={t`Notes`}>
      <NoteList
        query={groupNotes(sid)}
        placeholder={t`Add a note about this group`}
        mayEdit={!useSession()?.viewingAs}
        add={(note) => api.groups.addNote({ sid, note })}
        remove={({ id }) => api.groups.deleteNote({ sid, id })}
      />
    </section>
  )
}
