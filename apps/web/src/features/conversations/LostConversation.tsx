import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { drafts, useWriting } from './drafts.ts'
import classes from './LostConversation.module.css'
import { outbox } from './send-message.ts'

interface Props {
  sid: string
  onBack: () => void
}

/** The conversation went to somebody else while it was open; what was being written is not lost. */
export function LostConversation({ sid, onBack }: Props) {
  const { t } = useLingui()
  const { userId } = useMe()
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.items).filter(
    (item) => item.conversationSid === sid && item.userId === userId && item.state !== 'undoable',
  )
  const text = [...unsent, useWriting(sid)]
    .map((written) => written.text)
    .filter((written) => written.trim() !== '')
    .join('\n')
  const [isCopied, setIsCopied] = useState(false)
  const hasText = text.trim() !== ''
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <EmptyState
      icon={<IconUserOff size={28} stroke={1.5} />}
      title={t`You do not see this conversation any more`}
      text={
        <>
          <span role="alert">
            <Trans>It was handed to somebody else, moved to another location or deleted.</Trans>
          </span>
          {hasText && (
            <>
              <span className={classes.label}>
                <Trans>What you were writing was not sent. Here it is:</Trans>
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
              {isCopied ? <Trans>Copied</Trans> : <Trans>Copy the text</Trans>}
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
            <Trans>Back to the list</Trans>
          </Button>
        </Group>
      }
    />
  )
}
