import type { PaymentDetail } from '@frontdesk/contract/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Modals } from '../../ui/modal/modals.ts'
import { SendModal } from './SendModal.tsx'
import { DocumentModal } from './writing/DocumentModal.tsx'

/** Adds a payment request or an estimate for a contact, and sends it in their conversation. */
export function AskForPaymentModal({
  kind,
  contact,
  locationID,
  conversationSid,
  onClose,
}: Modals['ask-for-payment'] & { onClose: () => void }) {
  const navigate = useNavigate()
  const [created, setCreated] = useState<PaymentDetail | null>(null)
  const sid = conversationSid ?? created?.contact?.conversationSid ?? null
  if (created && sid !== null) return <SendModal payment={created} conversationSid={sid} onClose={onClose} />
  return (
    <DocumentModal
      kind={kind}
      contact={contact && { ...contact, conversationSid: conversationSid ?? null }}
      locationID={locationID}
      isToSend={conversationSid !== undefined}
      onCreated={(id, payment) => {
        if (conversationSid !== undefined) setCreated(payment)
        else {
          onClose()
          void navigate({ to: '/payments/$invoiceid', params: { invoiceid: id } })
        }
      }}
      onClose={onClose}
    />
  )
}
