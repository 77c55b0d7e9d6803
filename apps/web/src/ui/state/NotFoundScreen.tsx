import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useTitle } from '../layout/use-title.ts'
import { EmptyState } from './EmptyState.tsx'

export function NotFoundScreen() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isScreen
        icon={<IconMapQuestion size={28} stroke={1.5} />}
        title={t`This page doesn’t exist`}
        text={t`The address may be mistyped, or the page has moved.`}
        action={
          <Anchor href="/" size="sm">
            <Trans>Open the inbox</Trans>
          </Anchor>
        }
      />
    </main>
  )
}
