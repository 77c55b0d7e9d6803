import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from './FailedState.tsx'

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <FailedState isScreen error={error} onRetry={reset} />
    </main>
  )
}
