import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useErrorText } from '../form/use-error-text.ts'
import { EmptyState } from './EmptyState.tsx'
import { RequestNumber } from './RequestNumber.tsx'

interface Props {
  error: unknown
  onRetry?: () => void
  isScreen?: boolean
}

/** A part that could not be loaded, with a retry; the rest of the screen stays. */
export function FailedState({ error, onRetry, isScreen }: Props) {
  const { t } = useLingui()
  const text = useErrorText(error)
  // Requests that failed while offline are repeated automatically once online.
  useEffect(() => {
    if (!onRetry) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <EmptyState
      isScreen={isScreen}
      icon={<IconCloudOff size={28} stroke={1.5} />}
      title={t`We couldn’t load this`}
      text={
        <>
          <span role="alert">{text}</span>
          <RequestNumber error={error} />
        </>
      }
      action={
        onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        )
      }
    />
  )
}
