import type { PaymentDetail } from '@frontdesk/contract/api'
import { type ClaimedStatus, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { type PaymentDialog, PaymentDialogs } from './PaymentDialogs.tsx'
import classes from './Payments.module.css'
import {
  canAddChangeOrder,
  canCancel,
  canChange,
  canRemind,
  canSendByEmail,
  convertibleAmount,
  isOpen,
} from './payment-abilities.ts'
import { useRemovePayment } from './use-remove-payment.ts'
import { useSendByEmail } from './use-send-by-email.ts'

interface Props {
  payment: PaymentDetail
  onOpen: (id: string) => void
  onDeleted: () => void
}

/** The actions that the viewer can take on a document. */
export function PaymentActions({ payment, onOpen, onDeleted }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const canAct = !useSession()?.viewingAs
  const managed = useManagedKinds()
  const mayStart = can(useMe(), 'convos_create_new_conversations')
  const [dialog, setDialog] = useState<PaymentDialog | null>(null)
  const { id, status, kind, contact } = payment
  const service = kind === 'request' ? api.paymentRequests : api.paymentEstimates
  const toastFailure = useFailureToast()
  const claim = useMutation({
    mutationFn: (next: ClaimedStatus) => service.updateStatus({ id, status: next }),
    onError: toastFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const copyLink = useMutation({
    mutationFn: async () => navigator.clipboard.writeText((await service.getLink({ id })).data.url),
    onSuccess: () => showToast({ id: 'copied', kind: 'news', title: t`Link copied`, text: '' }),
    onError: toastFailure,
  })
  const remove = useRemovePayment(payment, onDeleted)
  const sendByEmail = useSendByEmail(payment)
  if (!canAct) return null
  const isDraft = status === 'draft'
  const isDue = kind === 'request' && payment.dueAmount > 0
  const canSend = contact !== null && (contact.conversationSid !== null || mayStart)
  const isConvertible = managed.requests && convertibleAmount(payment) > 0
  const hasLink = payment.invoiceNumber !== ''
  const hasCredit = kind === 'request' && payment.creditAmount > 0
  const isRemovable = isDraft || canCancel(payment)
  return (
    <div className={classes.actions}>
      {canSend && (isDraft || isOpen(payment) || isDue) && (
        <Button variant={isDraft ? 'filled' : 'default'} onClick={() => setDialog('send')}>
          {isDraft ? <Trans>Send by text</Trans> : <Trans>Remind by text</Trans>}
        </Button>
      )}
      {isDraft && (
        <Button variant="default" loading={claim.isPending} onClick={() => claim.mutate('sent')}>
          <Trans>Mark as sent</Trans>
        </Button>
      )}
      {isDue && (
        <Button variant={isDraft && canSend ? 'default' : 'filled'} onClick={() => setDialog('pay')}>
          <Trans>Mark as paid</Trans>
        </Button>
      )}
      {isConvertible && (
        <Button
          variant={status === 'approved' || status === 'converted' ? 'filled' : 'default'}
          onClick={() => setDialog('convert')}
        >
          <Trans>Request payment</Trans>
        </Button>
      )}
      {payment.refundableAmount > 0 && status !== 'disputed' && (
        <Button variant="default" onClick={() => setDialog('refund')}>
          <Trans>Refund</Trans>
        </Button>
      )}
      <RowMenu label={t`More actions`}>
        <Menu.Item component="a" href={`/files/payments/${id}.pdf`} target="_blank" rel="noopener">
          <Trans>Open as PDF</Trans>
        </Menu.Item>
        {contact && canSendByEmail(payment) && (
          <Menu.Item onClick={sendByEmail}>
            <Trans>Send by email</Trans>
          </Menu.Item>
        )}
        {canChange(payment) && (
          <Menu.Item onClick={() => setDialog('change')}>
            <Trans>Change</Trans>
          </Menu.Item>
        )}
        {canAddChangeOrder(payment) && (
          <Menu.Item onClick={() => setDialog('change-order')}>
            <Trans>Add change order</Trans>
          </Menu.Item>
        )}
        {hasLink && (
          <Menu.Item onClick={() => copyLink.mutate()}>
            <Trans>Copy link to the contact’s page</Trans>
          </Menu.Item>
        )}
        {canRemind(payment) && (
          <Menu.Item onClick={() => claim.mutate('sent-reminder')}>
            <Trans>Mark as reminded</Trans>
          </Menu.Item>
        )}
        {hasCredit && (
          <Menu.Item onClick={() => setDialog('credit')}>
            <Trans>Pay out credit</Trans>
          </Menu.Item>
        )}
        {isRemovable && (
          <Menu.Item color="var(--fd-danger)" onClick={remove}>
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
      {dialog && <PaymentDialogs {...{ payment, dialog, canSend, onOpen }} onDialog={setDialog} />}
    </div>
  )
}
