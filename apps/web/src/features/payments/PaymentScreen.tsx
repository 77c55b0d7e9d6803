import type { PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocations } from '../../entities/location/queries.ts'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { paymentById } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { phoneText } from '../../lib/phone-text.ts'
import { fullDate } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { CardPaymentsSection } from './CardPaymentsSection.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import classes from './Payments.module.css'
import { RefundRequests } from './RefundRequests.tsx'
import { EstimateAnswers, RelatedDocuments } from './RelatedDocuments.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Timeline } from './Timeline.tsx'

interface Props {
  id: string
  onDeleted: () => void
}

/** One payment request or estimate: who it is for, what it says, and what happened to it. */
export function PaymentScreen({ id, onDeleted }: Props) {
  const { t } = useLingui()
  useTitle(t`Payment`)
  const managed = useManagedKinds()
  const payment = useQuery({ ...paymentById(id, managed), enabled: managed.requests || managed.estimates })
  if (!managed.requests && !managed.estimates) return <ForbiddenScreen permission="payments_manage_estimates" />
  return (
    <QueryState query={payment} isScreen rows={8}>
      {(data) => <Loaded payment={data} onDeleted={onDeleted} />}
    </QueryState>
  )
}

function Loaded({ payment, onDeleted }: { payment: PaymentDetail; onDeleted: () => void }) {
  const { t, i18n } = useLingui()
  const managed = useManagedKinds()
  const kind = i18n._(KIND_TEXTS[payment.kind])
  return (
    <PageLayout
      title={`${kind} ${payment.invoiceNumber}`.trim()}
      text={<StatusBadge {...payment} />}
      back={
        <Button
          component={Link}
          to="/payments"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
        >
          <Trans>Payments</Trans>
        </Button>
      }
      actions={<PaymentActions payment={payment} onDeleted={onDeleted} />}
    >
      {payment.refundRequests.some(({ state }) => state === 'waiting') && (
        <PageSection isCard title={t`Refunds to approve`}>
          <RefundRequests payment={payment} />
        </PageSection>
      )}
      <PageSection isCard title={t`Information`}>
        <Information payment={payment} />
      </PageSection>
      <PageSection isCard title={t`Summary`}>
        <PaymentSummary payment={payment} />
      </PageSection>
      {payment.related.length > 0 && (
        <PageSection isCard title={t`Related`}>
          <RelatedDocuments payment={payment} />
        </PageSection>
      )}
      {payment.answers.length > 0 && (
        <PageSection isCard title={t`Answers of the contact`}>
          <EstimateAnswers payment={payment} />
        </PageSection>
      )}
      {payment.kind === 'request' && managed.requests && <CardPaymentsSection payment={payment} />}
      <PageSection isCard title={t`Timeline`}>
        <Timeline payment={payment} />
      </PageSection>
    </PageLayout>
  )
}

function Information({ payment }: { payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const { contact, dueOn, validUntil, note, terms } = payment
  const location = locations.find(({ id }) => id === payment.locationID)
  const day = (date: string) => i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' })
  const rows: [string, string | false | null | undefined][] = [
    [t`Phone number`, contact && phoneText(contact.phone)],
    [t`Number`, payment.invoiceNumber || t`Assigned when sent`],
    [t`Location`, locations.length > 1 && location?.name],
    [t`Added`, fullDate(payment.createdDateUTC, location?.timeZone)],
    [t`Added by`, payment.createdBy],
    [t`Due on`, dueOn && day(dueOn)],
    [t`Valid until`, validUntil && day(validUntil)],
    [t`Note`, note],
    [t`Terms`, terms],
  ]
  return (
    <dl className={classes.facts}>
      <div className={classes.sumRow}>
        <dt>
          <Trans>Contact</Trans>
        </dt>
        <dd>
          {contact?.conversationSid ? (
            <Link className={classes.link} to="/conversations/$sid" params={{ sid: contact.conversationSid }}>
              {contact.name}
            </Link>
          ) : (
            (contact?.name ?? t`Deleted contact`)
          )}
        </dd>
      </div>
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className={classes.sumRow}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
