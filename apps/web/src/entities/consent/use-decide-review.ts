import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { consentReviewsQuery } from './queries.ts'

export type ReviewDecision = 'opt-out' | 'dismiss'

/** Decides whether a text was a request for no more texts, and offers to undo it. */
export function useDecideReview(sid: string) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const [pending, setPending] = useState<ReviewDecision | null>(null)
  const refresh = () => cache.invalidateQueries({ queryKey: consentReviewsQuery.queryKey })
  const undo = () => void api.consent.undoReview({ sid }).then(refresh).catch(showFailure)
  const decide = async (decision: ReviewDecision) => {
    setPending(decision)
    try {
      await api.consent.decideReview({ sid, decision })
      showToast({
        id: `consent review ${sid}`,
        kind: 'news',
        title: decision === 'opt-out' ? t`Opted out` : t`Not a request to stop texts`,
        text:
          decision === 'opt-out'
            ? t`They won’t get texts until they text START.`
            : t`They can get marketing texts again.`,
        shownMs: UNDO_MS,
        action: { label: t`Undo`, run: undo },
      })
    } catch (error) {
      void showFailure(error)
    } finally {
      await refresh()
      setPending(null)
    }
  }
  return { decide, pending }
}
