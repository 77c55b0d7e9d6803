import { useLingui } from '@lingui/react/macro'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { Folders } from './Folders.tsx'

/** The folders as a part of the conversation settings. */
export function FoldersSection() {
  const { t } = useLingui()
  return (
    <PageSection
      isCard
      title={t`Folders`}
      text={t`Where your team sorts conversations. Each location has its own folders, in this order.`}
    >
      <Folders />
    </PageSection>
  )
}
