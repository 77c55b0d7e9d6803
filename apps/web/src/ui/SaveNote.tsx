import { Trans } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { errorText } from '../lib/error-texts.ts'
import classes from './SaveNote.module.css'

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; error: unknown }

/** Says beside a section that saves by itself what became of the last change. */
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
