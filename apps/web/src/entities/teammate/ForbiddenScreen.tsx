import type { Permission } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useTitle } from '../../ui/layout/use-title.ts'
import { ForbiddenState } from './ForbiddenState.tsx'

/** Shown instead of a screen the viewer has no permission for: which permission, and who can grant it. */
export function ForbiddenScreen({ permission }: { permission: Permission }) {
  const { t } = useLingui()
  useTitle(t`No access`)
  return (
    <main style={{ height: '100%' }}>
      <ForbiddenState isScreen title={t`You don’t have access to this page`} permission={permission} />
    </main>
  )
}
