import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FailedState } from './FailedState.tsx'

/** Messages of Chromium, Firefox, Safari and Vite. Code that failed to load is requested again only by a reload. */
const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useCallback(() => {
    if (isMissingCode(error)) location.reload()
    else void router.invalidate().then(reset)
  }, [error, router, reset])
  return (
    <main style={{ height: '100%' }}>
      <FailedState isScreen error={error} onRetry={retry} />
    </main>
  )
}
