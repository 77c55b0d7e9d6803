import type { PaymentDetail } from '@frontdesk/contract/api'
import { MESSAGE_TEXT_MAX, PAYMENT_LINK_VARIABLE } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  payment: PaymentDetail
  conversationSid: string
  onClose: () => void
}

/** Texts the contact about a document, which is sent with it, or reminded of. */
export function SendModal({ payment, conversationSid, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // The same for every attempt, so that a repeated one sends nothing twice.
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const { id, kind, status, currency } = payment
  const isDraft = status === 'draft'
  const total = moneyText(kind === 'request' ? payment.dueAmount : payment.totalAmount, currency)
  const name = payment.contact?.name ?? ''
  const link = PAYMENT_LINK_VARIABLE
  const initial =
    kind === 'estimate'
      ? t`Hi ${name}, our estimate comes to ${total}. See and approve it here: ${link} or reply 1 to approve.`
      : isDraft
        ? t`Hi ${name}, your total is ${total}. See and pay it here: ${link}`
        : t`Hi ${name}, a reminder that ${total} is still due. See and pay it here: ${link}`
  const form = useApiForm({
    initial: { text: initial },
    rules: { text: required },
    save: async ({ text }) => {
      await api.messages.send({ conversationSid, text, clientMessageId, paymentID: id })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  return (
    <FormModal
      title={isDraft ? t`Send by text` : t`Remind by text`}
      submitLabel={t`Send`}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        {isDraft ? (
          <Trans>Sending assigns its number. After that it can be canceled, but not deleted.</Trans>
        ) : (
          <Trans>The text goes to the newest conversation with the contact.</Trans>
        )}
      </Text>
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
