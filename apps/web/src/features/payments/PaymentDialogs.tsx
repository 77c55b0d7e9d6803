import type { PaymentDetail } from '@frontdesk/contract/api'
import { ChangeOrderModal } from './estimates/ChangeOrderModal.tsx'
import { ConvertModal } from './estimates/ConvertModal.tsx'
import { MarkAsPaidModal } from './MarkAsPaidModal.tsx'
import { RefundModal } from './RefundModal.tsx'
import { SendModal } from './SendModal.tsx'
import { ChangeDocumentModal } from './writing/ChangeDocumentModal.tsx'

export type PaymentDialog =
  | 'pay'
  | 'refund'
  | 'credit'
  | 'send'
  | 'send-changed'
  | 'change'
  | 'change-order'
  | 'convert'

interface Props {
  payment: PaymentDetail
  dialog: PaymentDialog
  /** Whether the contact can be texted. */
  canSend: boolean
  onDialog: (dialog: PaymentDialog | null) => void
  onOpen: (id: string) => void
}

/** The open dialog of a document. */
export function PaymentDialogs({ payment, dialog, canSend, onDialog, onOpen }: Props) {
  const onClose = () => onDialog(null)
  switch (dialog) {
    case 'send':
      return <SendModal payment={payment} onClose={onClose} />
    case 'send-changed':
      return <SendModal payment={payment} isChanged onClose={onClose} />
    case 'pay':
      return <MarkAsPaidModal payment={payment} onClose={onClose} />
    case 'refund':
      return <RefundModal payment={payment} source="payment" onClose={onClose} />
    case 'credit':
      return <RefundModal payment={payment} source="credit" onClose={onClose} />
    case 'convert':
      return (
        <ConvertModal
          estimate={payment}
          onConverted={([first, second]) => first && !second && onOpen(first.id)}
          onClose={onClose}
        />
      )
    case 'change-order':
      return <ChangeOrderModal estimate={payment} onAdded={onOpen} onClose={onClose} />
    case 'change':
      return (
        <ChangeDocumentModal
          payment={payment}
          onReplaced={() => onDialog(canSend ? 'send-changed' : null)}
          onClose={onClose}
        />
      )
  }
}
