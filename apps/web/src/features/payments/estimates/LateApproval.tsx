import type { EstimateAnswer, PaymentDetail } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTimeZone } from '../../../entities/location/queries.ts'
import { PAYMENTS_KEY } from '../../../entities/payment/queries.ts'
import { api } from '../../../lib/api.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { useSession } from '../../../lib/session/session.ts'
import { momentIn } from '../../../lib/time.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import classes from '../Payments.module.css'

/** An approval after the estimate expired, which a teammate accepts, or answers with a changed estimate. */
export function LateApproval({ payment, answer }: { payment: PaymentDetail; answer: EstimateAnswer }) {
  const cache = useQueryClient()
  const toastFailure = useFailureToast()
  const zone = useTimeZone(payment.locationID)
  const canAct = !useSession()?.viewingAs
  const accept = useMutation({
    mutationFn: () => api.paymentEstimates.acceptLate({ id: payment.id }),
    onError: toastFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const { version, totalAmount, at } = answer
  return (
    <div className={classes.notice}>
      <span>
        <Trans>
          The contact approved version {version} for {moneyText(totalAmount, payment.currency)} after the estimate had
          expired ({momentIn(at, zone)}).
        </Trans>{' '}
        {payment.deposit && <Trans>Accepting it also adds the payment request for the deposit.</Trans>}
      </span>
      {canAct && (
        <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
          <Trans>Accept late approval</Trans>
        </Button>
      )}
    </div>
  )
}
