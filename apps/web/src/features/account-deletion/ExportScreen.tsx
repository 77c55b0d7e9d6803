import { mayExportEverything } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { AccountExportSection } from './AccountExportSection.tsx'

/** Everything a business has in Frontdesk, as one file. */
export function ExportScreen() {
  const { t } = useLingui()
  if (!mayExportEverything(useMe())) {
    return (
      <main>
        <EmptyState
          isScreen
          icon={<IconLock size={28} stroke={1.5} />}
          title={t`Only owners with all locations can export everything`}
          text={t`Ask one of them for an export.`}
        />
      </main>
    )
  }
  return (
    <PageLayout title={t`Export everything`} text={t`Your data is yours: take all of it with you at any time.`}>
      <PageSection
        title={t`One ZIP file`}
        text={t`Contacts with their custom fields, conversations, messages, notes, and settings as CSV files, with all pictures and documents. We prepare it in the background. The export is recorded in the audit log.`}
      >
        <AccountExportSection />
      </PageSection>
    </PageLayout>
  )
}
