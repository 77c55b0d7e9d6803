import type { Permission } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useTitle } from '../../ui/layout/use-title.ts'
import { ForbiddenState } from './ForbiddenState.tsx'

/** In place of a screen whose permission the viewer lacks: which one, and who can give it. */
export function ForbiddenScreen({ permission }: { permission: Permission }) {
  const { t } = useLingui()
  useTitle(t`No access`)
  return (
    <main style={{ height: '100%' }}>
      <ForbiddenState isScreen title={t`You don’t have access to this page`} permission={permission} />
    </main>
  )
}
