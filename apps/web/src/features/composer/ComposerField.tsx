import { useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { undoLast } from '../../entities/outbox/undo-send.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import classes from './Composer.module.css'
import { tooLongNoticeId } from './TooLongNotice.tsx'
import type { ComposerModel } from './use-composer.ts'

const MAX_HEIGHT = 220

interface Props {
  composer: ComposerModel
  field: RefObject<HTMLTextAreaElement | null>
  /** The conversation has no message yet. */
  isFirst: boolean
  onSlash: () => void
  onFiles: (files: FileList) => void
}

/** The text of the reply: grows with its content, sends with Enter. */
export function ComposerField({ composer, field, isFirst, onSlash, onFiles }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const { sid, text, isTooLong, write, send, onBlur } = composer

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    // Reading the height of an empty field would lay the whole thread out, in the middle of opening it.
    if (text === '') return
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT)}px`
  }, [text, field])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '/' && text.trim() === '' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onSlash()
      return
    }
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && text === '' && undoLast(sid)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') field.current?.blur()
    const isLineBreak = event.shiftKey || (isPhone && !event.ctrlKey && !event.metaKey)
    if (event.key !== 'Enter' || isLineBreak || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    onFiles(event.clipboardData.files)
  }

  return (
    <textarea
      ref={field}
      className={classes.field}
      data-composer={sid}
      dir="auto"
      rows={1}
      aria-label={t`Message`}
      aria-invalid={isTooLong || undefined}
      aria-describedby={isTooLong ? tooLongNoticeId(sid) : undefined}
      placeholder={isFirst ? t`Write the first message…` : t`Write a message…`}
      value={text}
      enterKeyHint={isPhone ? 'enter' : 'send'}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={onBlur}
    />
  )
}
