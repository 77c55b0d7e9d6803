import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { drafts, useWriting } from '../../entities/draft/drafts.ts'
import { outbox } from '../../entities/outbox/send-message.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './UnavailableConversation.module.css'

interface Props {
  sid: string
  onBack: () => void
}

/** Shown when access ended while the conversation was open, with the unsent draft, or when it does not exist. */
export function UnavailableConversation({ sid, onBack }: Props) {
  const { t } = useLingui()
  const { userId } = useMe()
  const unsent = useStore(outbox).filter(
    (item) => item.conversationSid === sid && item.userId === userId && item.state !== 'undoable',
  )
  const text = [...unsent, useWriting(sid)]
    .map((written) => written.text)
    .filter((written) => written.trim() !== '')
    .join('\n')
  const [isCopied, setIsCopied] = useState(false)
  const hasText = text.trim() !== ''
  const wasHere = hasText || conversationVersions.isGone(sid)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <EmptyState
      icon={<IconUserOff size={28} stroke={1.5} />}
      title={wasHere ? t`You no longer have access to this conversation` : t`We couldn’t find that conversation.`}
      text={
        <>
          <span role="alert">
            {wasHere ? (
              <Trans>
                It was assigned to someone else, moved to another location, or deleted, or your permissions changed.
              </Trans>
            ) : (
              <Trans>It may have been deleted, or you don’t have access to it.</Trans>
            )}
          </span>
          {hasText && (
            <>
              <span className={classes.label}>
                <Trans>Your message wasn’t sent. Here’s what you wrote:</Trans>
              </span>
              <blockquote className={classes.text} dir="auto">
                {text}
              </blockquote>
            </>
          )}
        </>
      }
      action={
        <Group gap="xs" justify="center">
          {hasText && (
            <Button size="xs" onClick={() => void copy()}>
              {isCopied ? <Trans>Copied</Trans> : <Trans>Copy text</Trans>}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              drafts.forget(sid)
              for (const { clientMessageId } of unsent) outbox.remove(clientMessageId)
              onBack()
            }}
          >
            <Trans>Back to inbox</Trans>
          </Button>
        </Group>
      }
    />
  )
}
