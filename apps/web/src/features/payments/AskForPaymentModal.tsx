import type { PaymentDetail } from '@frontdesk/contract/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Modals } from '../../ui/modal/modals.ts'
import { RequestVisitPaymentModal } from './RequestVisitPaymentModal.tsx'
import { SendModal } from './SendModal.tsx'
import { DocumentModal } from './writing/DocumentModal.tsx'

type Props = Modals['ask-for-payment'] & { onClose: () => void }

/** Adds a payment request or an estimate for a contact or a visit, and sends it in their conversation. */
export function AskForPaymentModal({ booking, ...props }: Props) {
  return booking ? <RequestVisitPaymentModal booking={booking} onClose={props.onClose} /> : <Ask {...props} />
}

function Ask({ kind, contact, locationID, conversationSid, onClose }: Omit<Props, 'booking'>) {
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
