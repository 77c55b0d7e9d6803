import { useLingui } from '@lingui/react/macro'

/** Letter of a version of the text: the first one is A. */
export const versionLetter = (index: number): string => String.fromCharCode(65 + index)

/** Names the texts of a campaign by their position. */
export function useStepName() {
  const { t } = useLingui()
  return (index: number) => (index === 0 ? t`First text` : t`Follow-up ${index}`)
}

interface CampaignTexts {
  text: string
  variants: readonly string[]
  followUps: readonly { text: string }[]
}

/** Names the texts of a campaign: the first one, or its versions, and those that follow. */
export function useNamedTexts() {
  const { t } = useLingui()
  const stepName = useStepName()
  return ({ text: first, variants, followUps }: CampaignTexts) => [
    ...[first, ...variants].map((text, index) => ({
      name: variants.length > 0 ? t`Version ${versionLetter(index)}` : stepName(0),
      text,
      isFirst: true,
    })),
    ...followUps.map(({ text }, index) => ({ name: stepName(index + 1), text, isFirst: false })),
  ]
}
