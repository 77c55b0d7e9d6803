import type { Contact, PaymentDocument } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KIND_TEXTS, PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import { contactBalance, paymentsOfContact } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { openModal } from '../../ui/modal/modals.ts'
import detailsClasses from './ContactDetails.module.css'
import classes from './PanelSections.module.css'

interface Props {
  contact: Pick<Contact, 'id' | 'name' | 'phone'>
  /** The conversation that documents are sent in. */
  sid: string | null
}

/** A contact’s balance, and their newest payment requests and estimates. */
export function ContactPayments({ contact, sid }: Props) {
  const managed = useManagedKinds()
  const canAct = !useSession()?.viewingAs
  const payments = useQuery(paymentsOfContact(contact.id, managed)).data ?? []
  const ask = { contact, ...(sid !== null && { conversationSid: sid }) }
  return (
    <>
      {managed.requests && <Balance contactID={contact.id} />}
      {payments.length === 0 ? (
        <p className={classes.soft}>
          <Trans>No payments yet</Trans>
        </p>
      ) : (
        <ul className={detailsClasses.conversations}>
          {payments.map((payment) => (
            <Item key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {payments.length > 0 && (
        <Link className={classes.all} to="/payments" search={{ contactID: contact.id }}>
          <Trans>All payments</Trans>
        </Link>
      )}
      {canAct && (
        <Group gap="xs">
          {managed.requests && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconReceipt size={16} />}
              onClick={() => openModal('ask-for-payment', { ...ask, kind: 'request' })}
            >
              <Trans>Request a payment</Trans>
            </Button>
          )}
          {managed.estimates && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => openModal('ask-for-payment', { ...ask, kind: 'estimate' })}
            >
              <Trans>Send an estimate</Trans>
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

function Balance({ contactID }: { contactID: string }) {
  const { t } = useLingui()
  const balances = useQuery(contactBalance(contactID)).data ?? []
  return balances.map(({ currency, dueAmount, creditAmount }) => (
    <p key={currency} className={classes.soft}>
      {[
        dueAmount > 0 && t`Owes ${moneyText(dueAmount, currency)}`,
        creditAmount > 0 && t`Credit ${moneyText(creditAmount, currency)}`,
      ]
        .filter(Boolean)
        .join(', ')}
    </p>
  ))
}

function Item({ payment }: { payment: PaymentDocument }) {
  const { i18n } = useLingui()
  const { id, kind, invoiceNumber, status, totalAmount, currency } = payment
  return (
    <li>
      <Link className={classes.visit} to="/payments/$invoiceid" params={{ invoiceid: id }}>
        <span>
          {moneyText(totalAmount, currency)} · {i18n._(KIND_TEXTS[kind])}
        </span>
        <span className={classes.soft}>
          {[invoiceNumber, i18n._(PAYMENT_STATUS_TEXTS[status])].filter(Boolean).join(' · ')}
        </span>
      </Link>
    </li>
  )
}
