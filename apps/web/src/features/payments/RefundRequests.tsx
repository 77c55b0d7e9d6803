import type { PaymentDetail, RefundRequest } from '@frontdesk/contract/api'
import type { RefundTarget } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTimeZone } from '../../entities/location/queries.ts'
import { REFUND_TARGET_TEXTS } from '../../entities/payment/payment-texts.ts'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel } from '../../lib/time.ts'
import { confirm } from '../../ui/modal/confirm.ts'
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
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const toastFailure = useFailureToast()
  const zone = useTimeZone(locationID)
  const canAct = !useSession()?.viewingAs
  const { amount, target, by, at, reason, canDecide } = request
  const money = moneyText(amount, currency)
  const consequence = useConsequence(target)
  const chosen = request.lines?.map(
    ({ line, amount: ofLine }) => `${lines[line]?.description ?? ''} ${moneyText(ofLine, currency)}`,
  )
  const decide = async (isApproved: boolean) => {
    try {
      await api.paymentRequests.decideRefund({ id, refundRequestID: request.id, isApproved })
    } finally {
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    }
  }
  const decline = useMutation({ mutationFn: () => decide(false), onError: toastFailure })
  const approve = () =>
    confirm({
      title: t`Refund ${money}?`,
      text: consequence,
      confirmLabel: t`Approve refund`,
      act: () => decide(true),
    })
  return (
    <li>
      <span className={classes.lineText}>
        <strong>{money}</strong>
        <span className={classes.soft}>{i18n._(REFUND_TARGET_TEXTS[target])}</span>
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
          <Button size="xs" variant="default" disabled={decline.isPending} onClick={() => decline.mutate()}>
            <Trans>Decline</Trans>
          </Button>
          <Button size="xs" disabled={decline.isPending} onClick={approve}>
            <Trans>Approve refund…</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}

/** What an approval does at once. */
function useConsequence(target: RefundTarget): string {
  const { t } = useLingui()
  if (target === 'card') return t`Stripe sends it to the card within a few days. This can’t be undone.`
  if (target === 'credit') return t`It’s added to the contact’s credit and applied to what they owe next.`
  return t`Frontdesk only records this. Pay the money back yourself.`
}
