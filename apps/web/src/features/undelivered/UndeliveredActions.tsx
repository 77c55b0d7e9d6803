import type { UndeliveredMessage } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { contactName } from './contact-name.ts'
import classes from './UndeliveredScreen.module.css'
import { retryMessages } from './undelivered-actions.ts'
import { useDismiss } from './use-dismiss.ts'

const UndeliveredMenu = lazyOnInteraction(async () => (await import('./UndeliveredMenu.tsx')).UndeliveredMenu)

interface Props {
  item: UndeliveredMessage
  onOpen: (sid: string) => void
}

export function UndeliveredActions({ item: { message, conversation }, onOpen }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const onError = useFailureToast()
  const name = contactName(conversation)
  const retrying = useMutation({ mutationFn: () => retryMessages(cache, [message.sid]), onError })
  const dismiss = useDismiss()
  const dismissing = useMutation({ mutationFn: () => dismiss([message.sid]), onError })
  return (
    <div className={classes.actions}>
      {message.deliveryError?.canRetry && (
        <Button
          size="compact-sm"
          variant="default"
          loading={retrying.isPending}
          aria-label={t`Retry: ${name}`}
          onClick={() => retrying.mutate()}
        >
          <Trans>Retry</Trans>
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={dismissing.isPending}
        aria-label={t`Dismiss: ${name}`}
        onClick={() => dismissing.mutate()}
      >
        <Trans>Dismiss</Trans>
      </Button>
      <UndeliveredMenu
        message={message}
        conversation={conversation}
        onOpen={onOpen}
        trigger={(handlers) => (
          <ActionIcon aria-label={t`More: ${name}`} aria-haspopup="menu" {...handlers}>
            <IconDots size={18} />
          </ActionIcon>
        )}
      />
    </div>
  )
}
