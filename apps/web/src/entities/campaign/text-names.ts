import { useLingui } from '@lingui/react/macro'

/** Letter of a version of the text: the first one is A. */
export const versionLetter = (index: number): string => String.fromCharCode(65 + index)

/** Names the texts of a campaign by their position. */
export function useStepName() {
  const { t } = useLingui()
  return (index: number) => (index === 0 ? t`First text` : t`Follow-up ${index}`)
}
