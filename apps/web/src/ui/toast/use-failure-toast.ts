import { useLingui } from '@lingui/react/macro'
import { errorTextOf } from '../form/use-error-text.ts'
import { showToast } from './toasts.ts'

/** Shows a failure as a toast, for actions without a field or section to show it in. */
export function useFailureToast() {
  const { t } = useLingui()
  return async (error: unknown) =>
    showToast({ id: crypto.randomUUID(), kind: 'failure', title: t`That didn’t work`, text: await errorTextOf(error) })
}
