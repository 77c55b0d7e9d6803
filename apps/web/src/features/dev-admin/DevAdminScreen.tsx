import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { subscriptionQuery } from '../../lib/subscription.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { NotFoundScreen } from '../../ui/NotFoundScreen.tsx'
import { PageLayout, PageSection } from '../../ui/PageLayout.tsx'
import { Demo } from './Demo.tsx'
import { Maintenances } from './Maintenances.tsx'
import { PromoBannerForm } from './PromoBannerForm.tsx'
import { setNoticesQuery } from './queries.ts'
import { Tenants } from './Tenants.tsx'
import { Versions } from './Versions.tsx'

/** For those who run Frontdesk; to everybody else there is nothing at this address. */
export function DevAdminScreen() {
  const { t } = useLingui()
  const { data, isPending, error, refetch } = useQuery(subscriptionQuery)
  if (isPending) return <LoadingRows />
  if (!data) return <FailedState isScreen error={error} onRetry={() => void refetch()} />
  if (!data.isDevAdmin) return <NotFoundScreen />
  return (
    <PageLayout title={t`Dev admin`} text={t`What concerns every business on this Frontdesk. Each step is audited.`}>
      <Notices />
      <PageSection title={t`Businesses`} text={t`The newest first. Plans are changed here until they can be bought.`}>
        <Tenants />
      </PageSection>
      <PageSection title={t`Demo business`} text={t`Shows the product to others; its contacts live in the sandbox.`}>
        <Demo />
      </PageSection>
    </PageLayout>
  )
}

function Notices() {
  const { t } = useLingui()
  const { data, isPending, error, refetch } = useQuery(setNoticesQuery)
  if (isPending) return <LoadingRows count={3} />
  if (!data) return <FailedState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageSection
        title={t`Versions`}
        text={t`Pages that run an older version than the newest live one are asked to reload; forced, they have to.`}
      >
        <Versions versions={data.versions} />
      </PageSection>
      <PageSection title={t`Maintenance`} text={t`Announced on every screen it concerns, until it is over.`}>
        <Maintenances maintenances={data.maintenances} />
      </PageSection>
      <PageSection title={t`Promo banner`} text={t`One line above every screen; each person can dismiss it.`}>
        <PromoBannerForm key={data.promoBanner?.changedAt} banner={data.promoBanner} />
      </PageSection>
    </>
  )
}
