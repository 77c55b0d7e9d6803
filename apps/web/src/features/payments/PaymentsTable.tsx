import { DOCUMENT_ORDERS, type DocumentKind, isPaymentChange } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BulkProgress } from '../../entities/bulk-action/BulkProgress.tsx'
import { bulkActionsQuery } from '../../entities/bulk-action/queries.ts'
import { type Managed, paymentList, paymentTotals } from '../../entities/payment/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { Paging } from '../../ui/list/Paging.tsx'
import { NOTHING, useSelection } from '../../ui/list/selection.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { PaymentBulkActions } from './PaymentBulkActions.tsx'
import { PaymentFilters } from './PaymentFilters.tsx'
import { countPaymentFilters, type PaymentSearch } from './payment-search.ts'
import { Totals } from './Totals.tsx'
import { usePaymentColumns } from './use-payment-columns.tsx'
import { usePaymentCriteria } from './use-payment-criteria.ts'

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
  onOpen: (id: string) => void
  onAdd: (kind: DocumentKind) => void
  managed: Managed
}

const DEFAULT_SIZE = 50

/** The matching payment requests and estimates, with totals by status and currency. */
export function PaymentsTable({ search, onSearch, onOpen, onAdd, managed }: Props) {
  const { t } = useLingui()
  const criteria = usePaymentCriteria(search)
  const { order = 'createdDateUTC', asc = false, size = DEFAULT_SIZE } = search
  const payments = useInfiniteQuery(
    paymentList({ criteria, orderBy: order, isDescending: !asc, pageSize: size, managed }),
  )
  const documents = payments.data?.pages.flatMap((page) => page.data.payments) ?? []
  const isEmpty = payments.data?.pages[0]?.data.payments.length === 0
  const columns = usePaymentColumns()
  const canAct = !useSession()?.viewingAs
  const { selection, select } = useSelection(JSON.stringify(criteria))
  const totals = useQuery(paymentTotals(criteria, managed)).data
  const total = totals ? totals.reduce((sum, { count }) => sum + count, 0) : null
  const bulkActions = (useQuery(bulkActionsQuery).data ?? []).filter(({ change }) => isPaymentChange(change))
  const selected = selection.isAll ? (totals ?? []) : documents.filter(({ id }) => selection.keys.has(id))
  const isFiltered = search.q !== undefined || countPaymentFilters(search) > 0
  return (
    <>
      <BulkProgress actions={bulkActions} />
      <Totals totals={totals ?? []} />
      <DataTable
        name="payments"
        label={t`Payments`}
        columns={columns}
        order={{
          sortKey: order,
          isDescending: !asc,
          onSort: (key) => {
            const next = DOCUMENT_ORDERS.find((each) => each === key)
            onSearch({ ...search, order: next, asc: next === order && !asc ? true : undefined })
          },
        }}
        query={payments}
        rows={({ pages }) => pages.flatMap((page) => page.data.payments)}
        rowKey={({ id }) => id}
        placeholderRows={8}
        scrollKey={JSON.stringify([criteria, order, asc])}
        selection={
          canAct
            ? {
                value: selection,
                onChange: select,
                rowName: ({ invoiceNumber, contact }) => invoiceNumber || (contact?.name ?? t`Draft`),
                total,
                actions: (
                  <PaymentBulkActions
                    selection={selection}
                    total={total}
                    kinds={new Set(selected.map(({ kind }) => kind))}
                    criteria={criteria}
                    onDone={() => select(NOTHING)}
                  />
                ),
              }
            : undefined
        }
        opensOnClick
        onOpen={({ id }) => onOpen(id)}
        toolbar={<PaymentFilters search={search} onSearch={onSearch} />}
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              text={t`No payments match your search and filters.`}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({})}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconReceipt size={28} stroke={1.5} />}
              title={t`No payments yet`}
              text={t`Payment requests and estimates for your contacts show up here.`}
              action={
                canAct && (
                  <Button size="xs" variant="default" onClick={() => onAdd(managed.requests ? 'request' : 'estimate')}>
                    {managed.requests ? <Trans>New payment request</Trans> : <Trans>New estimate</Trans>}
                  </Button>
                )
              }
            />
          )
        }
      />
      {!isEmpty && (
        <Paging
          query={payments}
          label={t`Payments per page`}
          size={size}
          onSize={(chosen) => onSearch({ ...search, size: chosen })}
        />
      )}
    </>
  )
}
