import type { UndeliveredMessage } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isSelected, type Selection } from '../../ui/list/selection.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { allUndelivered, retryMessages } from './undelivered-actions.ts'
import { useDismiss } from './use-dismiss.ts'

interface Props {
  selection: Selection
  /** The loaded messages. */
  items: readonly UndeliveredMessage[]
  locationID: string | null
  onDone: () => void
}

/** Actions for the selected messages; for all of them only after a confirmation. */
export function UndeliveredBulkActions({ selection, items, locationID, onDone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const onError = useFailureToast()
  const selected = async () =>
    selection.isAll ? allUndelivered(locationID) : items.filter(({ message }) => isSelected(selection, message.sid))
  const dismissMessages = useDismiss()
  const dismissing = useMutation({
    mutationFn: async () => dismissMessages(sidsOf(await selected())),
    onSuccess: onDone,
  })
  const retrying = useMutation({
    mutationFn: async () => {
      const sids = sidsOf((await selected()).filter(canRetry))
      await retryMessages(cache, sids)
      showToast({
        id: 'undelivered retried',
        kind: 'news',
        title: sids.length > 0 ? t`Sending again` : t`Nothing to send again`,
        text: t`Messages that can’t be retried stay in the list.`,
      })
    },
    onSuccess: onDone,
  })
  const dismiss = () => {
    if (!selection.isAll) return dismissing.mutate(undefined, { onError })
    confirm({
      title: t`Dismiss all undelivered messages?`,
      text: t`They leave this list for your whole team and stay in their conversations.`,
      confirmLabel: t`Dismiss all`,
      act: () => dismissing.mutateAsync(),
    })
  }
  const retry = () => {
    if (!selection.isAll) return retrying.mutate(undefined, { onError })
    confirm({
      title: t`Retry all undelivered messages?`,
      text: t`Each one that can be sent again goes to its contact.`,
      confirmLabel: t`Retry all`,
      isDestructive: false,
      act: () => retrying.mutateAsync(),
    })
  }
  const isAnyRetryable =
    selection.isAll || items.some((item) => isSelected(selection, item.message.sid) && canRetry(item))
  return (
    <>
      {isAnyRetryable && (
        <Button size="compact-sm" variant="default" loading={retrying.isPending} onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <Button size="compact-sm" variant="default" loading={dismissing.isPending} onClick={dismiss}>
        <Trans>Dismiss</Trans>
      </Button>
    </>
  )
}

const sidsOf = (items: readonly UndeliveredMessage[]) => items.map(({ message }) => message.sid)
const canRetry = ({ message }: UndeliveredMessage) => message.deliveryError?.canRetry === true
