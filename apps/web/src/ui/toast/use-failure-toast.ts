import { useLingui } from '@lingui/react/macro'
import { errorTextOf } from '../form/use-error-text.ts'
import { showToast } from './toasts.ts'

/** Shows a failure that has no place of its own on the screen. */
export function useFailureToast() {
  const { t } = useLingui()
  return async (error: unknown) =>
    showToast({ id: crypto.randomUUID(), kind: 'failure', title: t`That didn’t work`, text: await errorTextOf(error) })
}
