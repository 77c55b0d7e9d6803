import type { PaymentDetail } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'

/** Deletes a draft, or cancels a sent document, after a confirmation. */
export function useRemovePayment({ id, kind, status }: PaymentDetail, onDeleted: () => void) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const isDraft = status === 'draft'
  const texts = isDraft
    ? {
        title: t`Delete this draft?`,
        text: t`It was never sent. This can’t be undone.`,
        confirmLabel: t`Delete`,
      }
    : kind === 'request'
      ? {
          title: t`Cancel this payment request?`,
          text: t`The contact will owe nothing for it. It stays in the list with its number.`,
          confirmLabel: t`Cancel request`,
          closeLabel: t`Keep request`,
        }
      : {
          title: t`Cancel this estimate?`,
          text:
            status === 'approved'
              ? t`The contact approved it. Any payment requests and change orders for it are canceled too. If something was already paid for them, nothing is canceled. The estimate stays in the list with its number.`
              : t`The contact can’t approve it anymore. It stays in the list with its number.`,
          confirmLabel: t`Cancel estimate`,
          closeLabel: t`Keep estimate`,
        }
  return () =>
    confirm({
      ...texts,
      act: async () => {
        await (kind === 'request' ? api.paymentRequests : api.paymentEstimates).delete({ id })
        if (isDraft) onDeleted()
        await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      },
    })
}
