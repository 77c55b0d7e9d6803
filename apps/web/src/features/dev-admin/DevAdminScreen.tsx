import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { subscriptionQuery } from '../../entities/subscription/queries.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { NotFoundScreen } from '../../ui/state/NotFoundScreen.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { BrowserErrors } from './BrowserErrors.tsx'
import { Demo } from './Demo.tsx'
import { Maintenances } from './Maintenances.tsx'
import { PromoBannerForm } from './PromoBannerForm.tsx'
import { setNoticesQuery } from './queries.ts'
import { Tenants } from './Tenants.tsx'
import { Versions } from './Versions.tsx'

/** For the people who run Frontdesk; anyone else gets the not-found screen. */
export function DevAdminScreen() {
  const { t } = useLingui()
  const subscription = useQuery(subscriptionQuery)
  return (
    <QueryState query={subscription} isScreen>
      {(data) => {
        if (!data.isDevAdmin) return <NotFoundScreen />
        return (
          <PageLayout
            title={t`Dev admin`}
            text={t`Settings for every business on this Frontdesk. Everything you do here is in the audit log.`}
          >
            <Notices />
            <PageSection isCard title={t`Businesses`} text={t`Newest first. Change a business’s plan here.`}>
              <Tenants />
            </PageSection>
            <PageSection
              isCard
              title={t`Browser errors`}
              text={t`Browser errors from every business. Message content is never included.`}
            >
              <BrowserErrors />
            </PageSection>
            <PageSection
              isCard
              title={t`Demo business`}
              text={t`A sample business for showing Frontdesk to others. Its contacts are in the sandbox.`}
            >
              <Demo />
            </PageSection>
          </PageLayout>
        )
      }}
    </QueryState>
  )
}

function Notices() {
  const { t } = useLingui()
  const notices = useQuery(setNoticesQuery)
  return (
    <QueryState query={notices} rows={3}>
      {(data) => (
        <>
          <PageSection
            isCard
            title={t`Versions`}
            text={t`Anyone on an older version is asked to reload. If the new version is forced, they have to.`}
          >
            <Versions versions={data.versions} tzdataVersion={data.tzdataVersion} />
          </PageSection>
          <PageSection isCard title={t`Maintenance`} text={t`Shown to the businesses it affects until it’s over.`}>
            <Maintenances maintenances={data.maintenances} />
          </PageSection>
          <PageSection
            isCard
            title={t`Promo banner`}
            text={t`One line above every screen. Each person can dismiss it.`}
          >
            <PromoBannerForm key={data.promoBanner?.changedAt} banner={data.promoBanner} />
          </PageSection>
        </>
      )}
    </QueryState>
  )
}
