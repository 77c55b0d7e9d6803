import { useLingui } from '@lingui/react/macro'

/** Texts of a switch in a conflict notice. */
export function useYesOrNo(): (value: boolean) => string {
  const { t } = useLingui()
  return (value) => (value ? t`Yes` : t`No`)
}
