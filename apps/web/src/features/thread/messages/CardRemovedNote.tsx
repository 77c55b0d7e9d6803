import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { conversationBySid } from '../../../entities/conversation/queries.ts'
import { useManagedKinds } from '../../../entities/payment/use-managed-kinds.ts'
import { useSession } from '../../../lib/session/session.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from './Bubble.module.css'

/** Says that the number of a card was removed from a message, and offers to send a link to pay by. */
export function CardRemovedNote({ conversationSid }: { conversationSid: string }) {
  const conversation = useQuery(conversationBySid(conversationSid)).data
  const managed = useManagedKinds()
  const canAct = !useSession()?.viewingAs
  const mayAsk = canAct && managed.requests && conversation !== undefined && conversation.contactAccess !== 'hidden'
  return (
    <span className={classes.cardRemoved}>
      <Trans>Card number removed</Trans>
      {mayAsk && (
        <TextButton
          onClick={() =>
            openModal('ask-for-payment', {
              kind: 'request',
              contact: conversation.contact,
              locationID: conversation.attributes.locationID,
              conversationSid,
            })
          }
        >
          <Trans>Send a payment link</Trans>
        </TextButton>
      )}
    </span>
  )
}
