import { Trans } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { errorText } from '../../lib/error-texts.ts'
import classes from './SaveNote.module.css'

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; error: unknown }

interface Saving {
  isPending: boolean
  isSuccess: boolean
  error: unknown
}

/** The state of the note for a mutation that saves at once. */
export const saveStateOf = ({ isPending, isSuccess, error }: Saving): SaveState =>
  error ? { status: 'failed', error } : { status: isPending ? 'saving' : isSuccess ? 'saved' : 'idle' }

/** Shows beside an autosaved section whether the last change was saved. */
export function SaveNote({ state }: { state: SaveState }) {
  return (
    <span className={classes.root} role="status" data-status={state.status}>
      {state.status === 'saving' && <Trans>Saving…</Trans>}
      {state.status === 'saved' && (
        <>
          <IconCheck size={14} />
          <Trans>Saved</Trans>
        </>
      )}
      {state.status === 'failed' && errorText(state.error)}
    </span>
  )
}
