import type { Message } from '@frontdesk/contract/api'
import { DELIVERY_FALLBACK_MS, type DeliveryStatus, FAILURE_FLASH_MS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { DELIVERY_REASON_TEXTS, DELIVERY_STATUS_TEXTS } from '../../../entities/message/delivery-texts.ts'
import { api } from '../../../lib/api.ts'
import { errorCode } from '../../../lib/error-code.ts'
import { errorText } from '../../../lib/error-texts.ts'
import { serverNow } from '../../../lib/server-time.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import bubble from './Bubble.module.css'
import classes from './DeliveryState.module.css'

interface Props {
  message: Message
  status: DeliveryStatus
  /** The last of its group; earlier ones show only an open, failed or unknown state. */
  isLast: boolean
}

export function DeliveryState({ message, status, isLast }: Props) {
  const { i18n } = useLingui()
  if (status === 'failed' || status === 'undelivered') return <Failed message={message} />
  const isOpen = status === 'queued' || status === 'sending'
  if (!isLast && !isOpen && status !== 'unknown') return null
  return (
    <span data-delivery={status}>
      {isOpen ? <Sending since={message.dateCreated} status={status} /> : i18n._(DELIVERY_STATUS_TEXTS[status])}
    </span>
  )
}

/** The animation ends after ten seconds, then the true state is shown. */
function Sending({ since, status }: { since: string; status: DeliveryStatus }) {
  const { i18n } = useLingui()
  const [isRecent, setIsRecent] = useState(() => serverNow() - Date.parse(since) < DELIVERY_FALLBACK_MS)
  useEffect(() => {
    const left = Date.parse(since) + DELIVERY_FALLBACK_MS - serverNow()
    const timer = setTimeout(() => setIsRecent(false), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [since])
  return isRecent ? (
    <span className={classes.sending}>
      <Trans>Sending…</Trans>
    </span>
  ) : (
    i18n._(DELIVERY_STATUS_TEXTS[status])
  )
}

function Failed({ message }: { message: Message }) {
  const { i18n } = useLingui()
  const cache = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.messages.retry({ sid: message.sid }),
    onSuccess: ({ data }) => conversationCache(cache).takeMessages(message.conversationSid, [data]),
  })
  const error = message.deliveryError
  return (
    <span
      className={`${bubble.refused} ${classes.failed}`}
      style={{ animationDuration: `${FAILURE_FLASH_MS}ms` }}
      data-delivery={message.deliveryStatus}
    >
      <span>
        <IconAlertTriangle size={13} className={classes.icon} aria-hidden="true" /> <Trans>Undelivered.</Trans>{' '}
        {i18n._(DELIVERY_REASON_TEXTS[error?.reason ?? 'other'])}
      </span>
      {error?.canRetry && errorCode(retry.error) !== 'MessageNotRetryable' && (
        <TextButton disabled={retry.isPending} onClick={() => retry.mutate()}>
          {retry.isPending ? <Trans>Sending…</Trans> : <Trans>Retry</Trans>}
        </TextButton>
      )}
      {retry.isError && <span role="alert">{errorText(retry.error)}</span>}
    </span>
  )
}
