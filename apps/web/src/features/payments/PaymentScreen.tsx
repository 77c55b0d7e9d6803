import type { PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { paymentById } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { errorCode } from '../../lib/error-code.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { CardPaymentsSection } from './CardPaymentsSection.tsx'
import { EstimateAnswers } from './estimates/EstimateAnswers.tsx'
import { LateApproval } from './estimates/LateApproval.tsx'
import { RelatedDocuments } from './estimates/RelatedDocuments.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentInformation } from './PaymentInformation.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { canAddChangeOrder, lateApprovalOf } from './payment-abilities.ts'
import { RefundRequests } from './RefundRequests.tsx'
import { Refunds, refundsByHand } from './Refunds.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Timeline } from './Timeline.tsx'

interface Props {
  id: string
  onOpen: (id: string) => void
  onDeleted: () => void
}

/** A payment request or estimate: contact, contents and timeline. */
export function PaymentScreen({ id, onOpen, onDeleted }: Props) {
  const { t } = useLingui()
  useTitle(t`Payment`)
  const managed = useManagedKinds()
  const payment = useQuery({ ...paymentById(id, managed), enabled: managed.requests || managed.estimates })
  if (!managed.requests && !managed.estimates) return <ForbiddenScreen permission="payments_manage_estimates" />
  const code = errorCode(payment.error)
  if (code === 'PaymentNotFound' || code === 'InvalidInput') return <PaymentNotFound />
  return (
    <QueryState query={payment} isScreen rows={8}>
      {(data) => <Loaded payment={data} onOpen={onOpen} onDeleted={onDeleted} />}
    </QueryState>
  )
}

function Loaded({ payment, onOpen, onDeleted }: Omit<Props, 'id'> & { payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const managed = useManagedKinds()
  const kind = i18n._(KIND_TEXTS[payment.kind])
  const late = lateApprovalOf(payment)
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
      actions={<PaymentActions payment={payment} onOpen={onOpen} onDeleted={onDeleted} />}
    >
      {late && <LateApproval payment={payment} answer={late} />}
      {payment.refundRequests.some(({ state }) => state === 'waiting') && (
        <PageSection isCard title={t`Refunds to approve`}>
          <RefundRequests payment={payment} />
        </PageSection>
      )}
      <PageSection isCard title={t`Information`}>
        <PaymentInformation payment={payment} />
      </PageSection>
      <PageSection isCard title={t`Timeline`}>
        <Timeline payment={payment} />
      </PageSection>
      <PageSection isCard title={t`Summary`}>
        <PaymentSummary payment={payment} />
      </PageSection>
      {(payment.related.length > 0 || canAddChangeOrder(payment)) && (
        <PageSection isCard title={payment.part === null ? t`Requests and change orders` : t`Belongs to`}>
          <RelatedDocuments payment={payment} />
        </PageSection>
      )}
      {payment.answers.length > 0 && (
        <PageSection isCard title={t`Answers`}>
          <EstimateAnswers payment={payment} />
        </PageSection>
      )}
      {refundsByHand(payment).length > 0 && (
        <PageSection isCard title={t`Refunds`}>
          <Refunds payment={payment} />
        </PageSection>
      )}
      {payment.kind === 'request' && managed.requests && <CardPaymentsSection payment={payment} />}
    </PageLayout>
  )
}

function PaymentNotFound() {
  const { t } = useLingui()
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isScreen
        icon={<IconReceipt size={28} stroke={1.5} />}
        title={t`We can’t find this payment`}
        text={t`It may have been deleted, or it belongs to a location or contact you can’t see.`}
        action={
          <Button size="xs" variant="default" component={Link} to="/payments">
            <Trans>Back to payments</Trans>
          </Button>
        }
      />
    </main>
  )
}
