import { useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'
import { useTitle } from './use-title.ts'

/** In place of a screen that asks for a permission the viewer lacks: which one, and who can give it. */
export function ForbiddenScreen({ permission }: { permission: string }) {
  const { t } = useLingui()
  useTitle(t`Not allowed`)
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isScreen
        icon={<IconLock size={28} stroke={1.5} />}
        title={t`You may not open this page`}
        text={t`This needs the permission “${permission}”. An owner of your business can give it to you.`}
      />
    </main>
  )
}
