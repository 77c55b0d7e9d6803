import { can, type DocumentKind } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { CashSheet } from './CashSheet.tsx'
import { ExportAll } from './ExportAll.tsx'
import { OnlinePaymentNote } from './OnlinePaymentNote.tsx'
import classes from './Payments.module.css'
import { PaymentsTable } from './PaymentsTable.tsx'
import type { PaymentSearch } from './payment-search.ts'
import { DocumentModal } from './writing/DocumentModal.tsx'

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
  onOpen: (id: string) => void
}

/** Payment requests and estimates, and the cash sheet. */
export function PaymentsScreen({ search, onSearch, onOpen }: Props) {
  const { t } = useLingui()
  const managed = useManagedKinds()
  const canAct = !useSession()?.viewingAs
  const [adding, setAdding] = useState<DocumentKind | null>(null)
  const [isExporting, setIsExporting] = useState(false)
  const mayExport = can(useMe(), 'payments_export_reports')
  const trialGate = useTrialGate()
  if (!managed.requests && !managed.estimates) return <ForbiddenScreen permission="payments_manage_estimates" />
  return (
    <PageLayout
      isWide
      title={t`Payments`}
      text={managed.requests && <OnlinePaymentNote />}
      actions={
        canAct && (
          <div className={classes.actions}>
            {mayExport && search.view !== 'cash' && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => trialGate('export', () => setIsExporting(true))}
              >
                <Trans>Export report</Trans>
              </Button>
            )}
            {managed.estimates && (
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding('estimate')}>
                <Trans>New estimate</Trans>
              </Button>
            )}
            {managed.requests && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding('request')}>
                <Trans>New payment request</Trans>
              </Button>
            )}
          </div>
        )
      }
    >
      {managed.requests && (
        <Tabs
          value={search.view ?? 'activity'}
          onChange={(view) => onSearch(view === 'cash' ? { view } : {})}
          className={classes.tabs}
        >
          <Tabs.List>
            <Tabs.Tab value="activity">
              <Trans>Activity</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="cash">
              <Trans>Cash sheet</Trans>
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      {search.view === 'cash' && managed.requests ? (
        <CashSheet search={search} onSearch={onSearch} onOpen={onOpen} />
      ) : (
        <PaymentsTable {...{ search, onSearch, onOpen, managed }} onAdd={setAdding} />
      )}
      {isExporting && <ExportAll search={search} managed={managed} onClose={() => setIsExporting(false)} />}
      {adding && <DocumentModal kind={adding} onCreated={onOpen} onClose={() => setAdding(null)} />}
    </PageLayout>
  )
}
