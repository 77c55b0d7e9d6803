import type { PaymentDetail, RefundRequest } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTimeZone } from '../../entities/location/queries.ts'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel } from '../../lib/time.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './Payments.module.css'

/** Refunds that wait for a second person. */
export function RefundRequests({ payment }: { payment: PaymentDetail }) {
  return (
    <ul className={classes.documentLines}>
      {payment.refundRequests
        .filter(({ state }) => state === 'waiting')
        .map((request) => (
          <Waiting key={request.id} payment={payment} request={request} />
        ))}
    </ul>
  )
}

function Waiting({
  payment: { id, currency, locationID, lines },
  request,
}: {
  payment: PaymentDetail
  request: RefundRequest
}) {
  const cache = useQueryClient()
  const toastFailure = useFailureToast()
  const zone = useTimeZone(locationID)
  const canAct = !useSession()?.viewingAs
  const { amount, by, at, reason, canDecide } = request
  const chosen = request.lines?.map(
    ({ line, amount: ofLine }) => `${lines[line]?.description ?? ''} ${moneyText(ofLine, currency)}`,
  )
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      api.paymentRequests.decideRefund({ id, refundRequestID: request.id, isApproved }),
    onError: toastFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  return (
    <li>
      <span className={classes.lineText}>
        <strong>{moneyText(amount, currency)}</strong>
        {chosen && <span className={classes.soft}>{chosen.join(', ')}</span>}
        {reason && <span>{reason}</span>}
        <span className={classes.soft}>
          {momentLabel(at, zone)}
          {by && <>, {by}</>}
        </span>
        {!canDecide && (
          <span className={classes.soft}>
            <Trans>You requested this, so a teammate has to approve it.</Trans>
          </span>
        )}
      </span>
      {canDecide && canAct && (
        <span className={classes.actions}>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => decide.mutate(false)}>
            <Trans>Decline</Trans>
          </Button>
          <Button size="xs" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
            <Trans>Approve refund</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}
