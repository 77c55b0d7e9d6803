import type { PaymentDetail } from '@frontdesk/contract/api'
import type { ClaimedStatus } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { ContentModal } from './ContentModal.tsx'
import { ConvertModal } from './ConvertModal.tsx'
import { MarkAsPaidModal } from './MarkAsPaidModal.tsx'
import classes from './Payments.module.css'
import { RefundModal } from './RefundModal.tsx'
import { SendModal } from './SendModal.tsx'

interface Props {
  payment: PaymentDetail
  onDeleted: () => void
}

const OPEN = ['sent', 'sent-reminder', 'viewed', 'failed', 'processing', 'partly-paid'] as const

/** What the viewer can do with a document. */
export function PaymentActions({ payment, onDeleted }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const managed = useManagedKinds()
  const canAct = !useSession()?.viewingAs
  const [dialog, setDialog] = useState<
    'pay' | 'refund' | 'credit' | 'send' | 'edit' | 'change-order' | 'convert' | null
  >(null)
  const { id, status, kind } = payment
  const conversationSid = payment.contact?.conversationSid ?? null
  const service = kind === 'request' ? api.paymentRequests : api.paymentEstimates
  const toastFailure = useFailureToast()
  const claim = useMutation({
    mutationFn: (next: ClaimedStatus) => service.updateStatus({ id, status: next }),
    onError: toastFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const acceptLate = useMutation({
    mutationFn: () => api.paymentEstimates.acceptLate({ id }),
    onError: toastFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const open = (to: PaymentDetail) => navigate({ to: '/payments/$invoiceid', params: { invoiceid: to.id } })
  const copyLink = useMutation({
    mutationFn: async () => navigator.clipboard.writeText((await service.getLink({ id })).data.url),
    onSuccess: () => showToast({ id: 'copied', kind: 'news', title: t`Link copied`, text: '' }),
    onError: toastFailure,
  })
  if (!canAct) return null
  const isDraft = status === 'draft'
  const isOpen = OPEN.some((each) => each === status)
  const hasLink = payment.invoiceNumber !== ''
  const isEstimate = kind === 'estimate'
  const isApproved = isEstimate && (status === 'approved' || status === 'converted') && payment.part === null
  const isWaitingLate = isEstimate && status === 'expired' && payment.answers.at(-1)?.isLate === true
  const isConvertible =
    isEstimate && payment.part === null && managed.requests && (isOpen || isApproved) && payment.unrequestedAmount !== 0
  const hasMoney = payment.paidAmount + payment.tipAmount > 0
  const isPart = payment.part !== null && payment.part !== 'change-order'
  const canEdit =
    !isPart &&
    (isDraft ||
      (isEstimate
        ? (isOpen || ['approved', 'declined', 'expired'].includes(status)) && payment.related.length === 0
        : isOpen && !hasMoney))
  const remove = () =>
    confirm({
      title: isDraft
        ? t`Delete this draft?`
        : kind === 'request'
          ? t`Cancel this payment request?`
          : t`Cancel this estimate?`,
      text: isDraft
        ? t`It was never sent. This can’t be undone.`
        : t`The contact will owe nothing for it. It stays in the list with its number.`,
      confirmLabel: isDraft ? t`Delete` : kind === 'request' ? t`Cancel request` : t`Cancel estimate`,
      act: async () => {
        await service.delete({ id })
        if (isDraft) onDeleted()
        await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      },
    })
  return (
    <div className={classes.actions}>
      {conversationSid && (isDraft || isOpen || (kind === 'request' && payment.dueAmount > 0)) && (
        <Button variant="default" onClick={() => setDialog('send')}>
          {isDraft ? <Trans>Send by text</Trans> : <Trans>Remind by text</Trans>}
        </Button>
      )}
      {isDraft && (
        <Button variant="default" loading={claim.isPending} onClick={() => claim.mutate('sent')}>
          <Trans>Mark as sent</Trans>
        </Button>
      )}
      {isWaitingLate && (
        <Button loading={acceptLate.isPending} onClick={() => acceptLate.mutate()}>
          <Trans>Accept approval</Trans>
        </Button>
      )}
      {isConvertible && (
        <Button variant={isApproved ? 'filled' : 'default'} onClick={() => setDialog('convert')}>
          <Trans>Request payment</Trans>
        </Button>
      )}
      {kind === 'request' && payment.dueAmount > 0 && (
        <Button onClick={() => setDialog('pay')}>
          <Trans>Mark as paid</Trans>
        </Button>
      )}
      {payment.refundableAmount > 0 && status !== 'disputed' && (
        <Button variant="default" onClick={() => setDialog('refund')}>
          <Trans>Refund</Trans>
        </Button>
      )}
      {(hasLink || isDraft || (kind === 'request' && payment.creditAmount > 0)) && (
        <RowMenu label={t`More actions`}>
          <Menu.Item component="a" href={`/files/payments/${id}.pdf`} target="_blank" rel="noopener">
            <Trans>Open as PDF</Trans>
          </Menu.Item>
          {canEdit && (
            <Menu.Item onClick={() => setDialog('edit')}>
              <Trans>Edit</Trans>
            </Menu.Item>
          )}
          {isApproved && (
            <Menu.Item onClick={() => setDialog('change-order')}>
              <Trans>Add a change order</Trans>
            </Menu.Item>
          )}
          {hasLink && (
            <Menu.Item onClick={() => copyLink.mutate()}>
              <Trans>Copy link to the contact’s page</Trans>
            </Menu.Item>
          )}
          {isOpen && !hasMoney && (
            <Menu.Item onClick={() => claim.mutate('sent-reminder')}>
              <Trans>Mark as reminded</Trans>
            </Menu.Item>
          )}
          {kind === 'request' && payment.creditAmount > 0 && (
            <Menu.Item onClick={() => setDialog('credit')}>
              <Trans>Pay out credit</Trans>
            </Menu.Item>
          )}
          {((isOpen && !hasMoney) || isDraft) && (
            <Menu.Item color="red" onClick={remove}>
              {isDraft ? (
                <Trans>Delete draft</Trans>
              ) : kind === 'request' ? (
                <Trans>Cancel request</Trans>
              ) : (
                <Trans>Cancel estimate</Trans>
              )}
            </Menu.Item>
          )}
        </RowMenu>
      )}
      {dialog === 'send' && conversationSid && (
        <SendModal payment={payment} conversationSid={conversationSid} onClose={() => setDialog(null)} />
      )}
      {(dialog === 'edit' || dialog === 'change-order') && (
        <ContentModal
          payment={payment}
          purpose={dialog}
          onSaved={(saved) => {
            setDialog(null)
            if (saved.id !== id) void open(saved)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'convert' && <ConvertModal payment={payment} onConverted={open} onClose={() => setDialog(null)} />}
      {dialog === 'pay' && <MarkAsPaidModal payment={payment} onClose={() => setDialog(null)} />}
      {dialog === 'refund' && <RefundModal payment={payment} source="payment" onClose={() => setDialog(null)} />}
      {dialog === 'credit' && <RefundModal payment={payment} source="credit" onClose={() => setDialog(null)} />}
    </div>
  )
}
