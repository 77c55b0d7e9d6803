import { useLingui } from '@lingui/react/macro'
import { errorText } from '../lib/error-texts.ts'
import { showToast } from './toasts.ts'

/** Tells about a failed step that has no place of its own on the screen. */
export function useFailureToast() {
  const { t } = useLingui()
  return (error: unknown) =>
    showToast({ id: crypto.randomUUID(), kind: 'failure', title: t`This did not work`, text: errorText(error) })
}
