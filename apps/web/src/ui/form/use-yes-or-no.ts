import { useLingui } from '@lingui/react/macro'

/** Texts of switches where both versions of a shared form are shown. */
export function useYesOrNo(): (value: boolean) => string {
  const { t } = useLingui()
  return (value) => (value ? t`Yes` : t`No`)
}
