import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from './FailedState.tsx'

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <main style={{ height: '100%' }}>
      <FailedState isScreen error={error} onRetry={reset} />
    </main>
  )
}
