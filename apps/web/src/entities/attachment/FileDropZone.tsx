import { Trans } from '@lingui/react/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './FileDropZone.module.css'

interface Props {
  /** Absent where files cannot be attached. */
  onFiles: ((files: FileList) => void) | false
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Accepts dropped files anywhere in the conversation, and says so while they are dragged over it. */
export function FileDropZone({ onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  if (!onFiles) return <div className={classes.root}>{children}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same by keyboard.
    <div
      className={classes.root}
      onDragEnter={(event) => hasFiles(event) && setIsOver(true)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) setIsOver(false)
      }}
      onDrop={(event) => {
        setIsOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      }}
    >
      {children}
      {isOver && (
        <div className={classes.overlay}>
          <span className={classes.label}>
            <IconPaperclip size={20} aria-hidden="true" />
            <Trans>Drop to attach</Trans>
          </span>
        </div>
      )}
    </div>
  )
}
