import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { dismissMessages, restoreMessages } from './undelivered-actions.ts'

/** Dismisses undelivered messages, and offers to undo it. */
export function useDismiss() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  return async (sids: readonly string[]) => {
    await dismissMessages(cache, sids)
    showToast({
      id: 'undelivered dismissed',
      kind: 'news',
      title: plural(sids.length, { one: 'Message dismissed', other: '# messages dismissed' }),
      text: t`They stay in their conversations.`,
      shownMs: UNDO_MS,
      action: { label: t`Undo`, run: () => void restoreMessages(cache, sids).catch(showFailure) },
    })
  }
}
