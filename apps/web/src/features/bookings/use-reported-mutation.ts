import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { errorTextOf } from '../../ui/form/use-error-text.ts'
import { showToast } from '../../ui/toast/toasts.ts'

/** A mutation from a single tap that shows its error in a toast. */
export function useReportedMutation<Input>(work: (input: Input) => Promise<void>) {
  const { t } = useLingui()
  return useMutation({
    mutationFn: work,
    onError: async (error) =>
      showToast({ id: 'not-saved', title: t`Not saved`, text: await errorTextOf(error), kind: 'failure' }),
  })
}
