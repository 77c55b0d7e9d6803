import type { PaymentDetail } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'

/** Emails a document to its contact, after a confirmation. */
export function useSendByEmail({ id, kind, status }: PaymentDetail) {
  const { t } = useLingui()
  const cache = useQueryClient()
  return () => {
    // Idempotency key: a retry must not send a second email.
    const clientMailId = crypto.randomUUID()
    confirm({
      title: t`Send by email?`,
      text:
        status === 'draft'
          ? t`The contact gets an email with a link and the PDF. Sending assigns its number. After that it can be canceled, but not deleted.`
          : t`The contact gets an email with a link and the PDF.`,
      confirmLabel: t`Send`,
      isDestructive: false,
      act: async () => {
        await (kind === 'request' ? api.paymentRequests : api.paymentEstimates).sendByEmail({ id, clientMailId })
        await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      },
    })
  }
}
