import type { PaymentDetail } from '@frontdesk/contract/api'
import { MESSAGE_TEXT_MAX, nameParts, PAYMENT_LINK_VARIABLE } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { FromField } from './FromField.tsx'
import { OnlinePaymentNote } from './OnlinePaymentNote.tsx'
import { useFirstConversation } from './use-first-conversation.ts'
import { useUndoableSend } from './use-undoable-send.ts'

interface Props {
  payment: PaymentDetail
  /** Default: the newest conversation with the contact, or a new one. */
  conversationSid?: string
  /** Whether the contact has an earlier version. */
  isChanged?: boolean
  onClose: () => void
}

/** Texts the link of a document to its contact: sends the document, or a reminder of it. */
export function SendModal({ payment, conversationSid: given, isChanged = false, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // Idempotency key: a retry must not send a second text.
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const { id, status, currency } = payment
  const isDraft = status === 'draft'
  const link = PAYMENT_LINK_VARIABLE
  const initial = useFirstText(payment, isChanged)
  const first = useFirstConversation(payment)
  const send = useUndoableSend(isDraft)
  const existing = given ?? payment.contact?.conversationSid ?? null
  const form = useApiForm({
    initial: { text: initial },
    rules: { text: required },
    save: async ({ text }) => {
      const conversationSid = existing ?? (await first.start())
      await send({ conversationSid, text, clientMessageId, paymentID: id })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  return (
    <FormModal
      title={isChanged ? t`Send the new version` : isDraft ? t`Send by text` : t`Remind by text`}
      submitLabel={t`Send`}
      form={form}
      isDisabled={existing === null && !first.from}
      onClose={onClose}
    >
      <Text size="sm">
        {isDraft ? (
          <Trans>Sending assigns its number. After that it can be canceled, but not deleted.</Trans>
        ) : existing === null ? (
          <Trans>The text starts a conversation with the contact.</Trans>
        ) : (
          <Trans>The text goes to the newest conversation with the contact.</Trans>
        )}
      </Text>
      {asksForMoney(payment) && <OnlinePaymentNote currency={currency} dueAmount={payment.dueAmount} />}
      {existing === null && <FromField first={first} onClose={onClose} />}
      <Textarea
        label={t`Text`}
        description={t`${link} becomes the link to the contact’s page.`}
        data-autofocus
        autosize
        minRows={3}
        maxLength={MESSAGE_TEXT_MAX}
        {...form.text('text')}
      />
    </FormModal>
  )
}

/** Approving an estimate without a deposit does not lead to a payment yet. */
const asksForMoney = ({ kind, deposit }: PaymentDetail) => kind === 'request' || deposit !== null

/** Suggested text, with a variable for the link. */
function useFirstText({ kind, status, currency, contact, ...payment }: PaymentDetail, isChanged: boolean): string {
  const { t } = useLingui()
  const total = moneyText(kind === 'request' ? payment.dueAmount : payment.totalAmount, currency)
  const { first } = nameParts(contact?.name ?? '')
  // A contact without a name is called by their number, which is no greeting.
  const greeting = /\p{L}/u.test(first) ? t`Hi ${first}` : t`Hi`
  const link = PAYMENT_LINK_VARIABLE
  if (kind === 'estimate')
    return isChanged
      ? t`${greeting}, we updated your estimate. The total is now ${total}. View and approve it here: ${link} or reply 1 to approve.`
      : t`${greeting}, your estimate comes to ${total}. View and approve it here: ${link} or reply 1 to approve.`
  if (isChanged)
    return t`${greeting}, we updated your payment request. The total is now ${total}. View and pay it here: ${link}`
  return status === 'draft'
    ? t`${greeting}, your total is ${total}. See and pay it here: ${link}`
    : t`${greeting}, a reminder that ${total} is still due. See and pay it here: ${link}`
}
