import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { preferencesQuery } from '../../entities/profile/preferences.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

type Text = Parameters<typeof api.scheduledMessages.create>[0] & { paymentID: string }

/**
 * Sends a text with a document. For those who can undo sending it waits for a few seconds on the server, with Undo on
 * screen. After an undo, a draft is still a draft without a number.
 */
export function useUndoableSend(isDraft: boolean) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const toastFailure = useFailureToast()
  const undo = async (sid: string) => {
    try {
      await api.scheduledMessages.cancel({ sid })
      showToast({ id: sid, kind: 'news', title: t`Not sent`, text: isDraft ? t`It’s still a draft.` : '' })
    } catch (error) {
      if (errorCode(error) === 'ScheduledMessageNotFound')
        showToast({ id: sid, kind: 'news', title: t`It was already sent`, text: '' })
      else toastFailure(error)
    }
    await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
  }
  return async (text: Text) => {
    if (!(await cache.ensureQueryData(preferencesQuery)).undoSend) return api.messages.send(text)
    const { sid, sendAt } = (await api.scheduledMessages.create(text)).data
    showToast({
      ...{ id: sid, kind: 'news', title: t`Sending…`, text: '' },
      action: { label: t`Undo`, run: () => void undo(sid) },
      shownMs: Math.max(0, Date.parse(sendAt) - Date.now()),
    })
  }
}
