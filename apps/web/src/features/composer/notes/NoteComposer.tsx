import type { Conversation } from '@frontdesk/contract/api'
import { isBlank, NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { api } from '../../../lib/api.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { textAddedSince } from '../../../lib/text-added-since.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { ComposerMode } from '../ComposerMode.tsx'
import { findMentionable, mentionAt } from './mention-search.ts'
import classes from './NoteComposer.module.css'

const MAX_HEIGHT = 220

interface Props {
  conversation: Conversation
  onClose: () => void
}

/** Writes a note for the team; @ mentions a teammate. */
export function NoteComposer({ conversation: { sid }, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const listId = useId()
  const teammates = useTeammates().filter(({ userID }) => userID !== me.userId)
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = `frontdesk.note.${me.userId}.${sid}`
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '')
  const [caret, setCaret] = useState(text.length)
  const [active, setActive] = useState(0)
  const [isListClosed, setIsListClosed] = useState(false)
  /** After the space that is added to a chosen name. */
  const mentionEnd = useRef<number>(null)
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT)}px`
  }, [text])

  const write = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(draftKey)
    else sessionStorage.setItem(draftKey, next)
  }
  const adding = useMutation({
    mutationFn: (note: string) =>
      api.notes.addToConversation({
        conversationSid: sid,
        note,
        mentions: teammates.filter(({ userName }) => note.includes(`@${userName}`)).map(({ userID }) => userID),
        clientMessageId,
      }),
    onSuccess: ({ data }, note) => {
      conversationCache(cache).takeMessages(sid, [data.message])
      conversationCache(cache).take(data.conversation)
      write(textAddedSince(field.current?.value ?? '', note))
      setClientMessageId(crypto.randomUUID())
      field.current?.focus()
    },
  })
  const canAdd = !isBlank(text) && text.length <= NOTE_MAX && !adding.isPending

  const mention = isListClosed ? null : mentionAt(text, caret)
  const matches = mention ? findMentionable(teammates, mention.term) : []
  const shown = matches[active % Math.max(matches.length, 1)]
  const choose = (userName: string) => {
    if (!mention) return
    const before = `${text.slice(0, mention.from)}@${userName} `
    const after = text.slice(caret).replace(/^ /, '')
    mentionEnd.current = before.length
    // Synchronously: the next letter may arrive before the next frame, and belongs after the name.
    flushSync(() => {
      write(before + after)
      setCaret(before.length)
    })
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (shown) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setActive((active + step + matches.length) % matches.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(shown.userName)
      else if (event.key === 'Escape') setIsListClosed(true)
      else return
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') onClose()
    // The space has been added already, but people type it anyway.
    if (event.key === ' ' && mentionEnd.current === event.currentTarget.selectionStart) event.preventDefault()
    mentionEnd.current = null
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (canAdd) adding.mutate(text)
  }
  const unnotified = adding.data?.data.unnotified.map(({ displayName }) => displayName).join(', ')
  const tooLong = text.length - NOTE_MAX

  return (
    <div className={classes.root}>
      <ErrorText error={adding.error} mb="xs" />
      {unnotified && (
        <p className={classes.notNotified} role="status">
          <Trans>{unnotified} can’t see this conversation, so they weren’t notified.</Trans>
        </p>
      )}
      <div className={classes.box}>
        <ComposerMode isNoting onNoting={onClose} />
        {shown && (
          <div className={classes.people} id={listId} role="listbox" aria-label={t`Teammates`}>
            {matches.map((person) => (
              <div
                key={person.userID}
                id={`${listId}-${person.userID}`}
                role="option"
                aria-selected={person === shown}
                tabIndex={-1}
                className={classes.person}
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(person.userName)
                }}
              >
                <Avatar name={person.userName} colorKey={person.userID} image={person.profileUrl} size={22} />
                {person.userName}
              </div>
            ))}
          </div>
        )}
        <textarea
          ref={field}
          className={classes.field}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: opened to write.
          autoFocus
          dir="auto"
          aria-label={t`Note`}
          aria-autocomplete="list"
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={shown ? `${listId}-${shown.userID}` : undefined}
          placeholder={t`Write a note for your team. Mention someone with @`}
          value={text}
          onChange={({ currentTarget }) => {
            write(currentTarget.value)
            setCaret(currentTarget.selectionStart)
            setActive(0)
            setIsListClosed(false)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        <div className={classes.tools}>
          <span className={classes.hint}>
            <IconNote size={14} aria-hidden="true" />
            {tooLong > 0 ? <Trans>{tooLong} characters too long</Trans> : <Trans>Only your team sees this</Trans>}
          </span>
          <Button size="compact-sm" disabled={!canAdd} loading={adding.isPending} onClick={() => adding.mutate(text)}>
            <Trans>Add note</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
