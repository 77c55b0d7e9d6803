import { type CampaignHint, findCampaignHints } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from './Campaigns.module.css'
import { useSenderNames } from './use-sender-names.ts'

interface Props {
  text: string
  locationID: string | null
  onText: (text: string) => void
}

/** Suggestions for the text of a campaign, each with a fix. */
export function CampaignHints({ text, locationID, onText }: Props) {
  const { t } = useLingui()
  const hints = findCampaignHints(text, useSenderNames(locationID))
  if (hints.length === 0) return null
  return (
    <ul className={classes.hints} aria-label={t`Suggestions`}>
      {hints.map((hint) => (
        <li key={hint.kind} className={classes.hint}>
          <span>
            <HintText hint={hint} />
          </span>
          <HintFix hint={hint} text={text} onText={onText} />
        </li>
      ))}
    </ul>
  )
}

/** Fixes what one click can fix. */
function HintFix({ hint, text, onText }: { hint: CampaignHint } & Pick<Props, 'text' | 'onText'>) {
  const { t } = useLingui()
  const fix = (label: React.ReactNode, next: string) => (
    <Button size="compact-xs" variant="default" onClick={() => onText(next)}>
      {label}
    </Button>
  )
  switch (hint.kind) {
    case 'no-opt-out':
      return fix(<Trans>Add “Reply STOP”</Trans>, `${text.trimEnd()} ${t`Reply STOP to opt out.`}`)
    case 'no-business-name':
      return fix(<Trans>Add your business name</Trans>, `:business_name:: ${text.trimStart()}`)
    case 'expensive-characters':
      return fix(hint.isRemoved ? <Trans>Remove it</Trans> : <Trans>Use plain characters</Trans>, hint.fixed)
    case 'public-shortener':
    case 'shouting':
    case 'restricted-topic':
      return null
  }
}

/** Why a text is riskier or more expensive than necessary. */
export function HintText({ hint }: { hint: CampaignHint }) {
  switch (hint.kind) {
    case 'no-opt-out':
      return <Trans>It doesn’t say how to opt out.</Trans>
    case 'no-business-name':
      return <Trans>It doesn’t say who you are.</Trans>
    case 'public-shortener':
      return (
        <Trans>
          Carriers block texts with {hint.domain} links. Use the full web address instead. We shorten it when we send
          it.
        </Trans>
      )
    case 'shouting':
      return <Trans>Carriers treat too many words in all caps as spam.</Trans>
    case 'restricted-topic':
      return (
        <Trans>
          Carriers often block texts that mention “{hint.word}” unless your business is registered to send them.
        </Trans>
      )
    case 'expensive-characters': {
      const { segments, segmentsWithout } = hint
      const characters = hint.characters.join(' ')
      return (
        <Trans>
          Because of <strong>{characters}</strong> each text counts as {segments} messages instead of {segmentsWithout}.
        </Trans>
      )
    }
  }
}
