import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { errorText } from '../lib/error-texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { RequestNumber } from './RequestNumber.tsx'

interface Props {
  error: unknown
  onRetry?: () => void
  isScreen?: boolean
}

/** A part that could not be loaded: fails alone and can be tried again. */
export function FailedState({ error, onRetry, isScreen }: Props) {
  const { t } = useLingui()
  return (
    <EmptyState
      isScreen={isScreen}
      icon={<IconCloudOff size={28} stroke={1.5} />}
      title={t`This could not be loaded`}
      text={
        <>
          <span role="alert">{errorText(error)}</span>
          <RequestNumber error={error} />
        </>
      }
      action={
        onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  )
}
