import type { Campaign } from '@frontdesk/contract/api'
import { type CampaignHint, findCampaignHints, unknownPlaceholders } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNamedTexts } from '../../entities/campaign/text-names.ts'
import { HintText } from './CampaignHints.tsx'
import classes from './Campaigns.module.css'
import { PreflightRow as Row } from './PreflightRow.tsx'
import { useSenderNames } from './use-sender-names.ts'

/** Suggestions for the texts of a campaign before it is sent. They are applied in the editor of each text. */
export function TextProblems({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const senders = useSenderNames(campaign.locationID)
  const texts = useNamedTexts()(campaign)
  const hints = texts.flatMap(({ name, text }) => findCampaignHints(text, senders).map((hint) => ({ name, hint })))
  const unknown = texts.flatMap(({ name, text }) => unknownPlaceholders(text).map((written) => ({ name, written })))
  if (hints.length + unknown.length === 0) return null
  const isOnly = texts.length === 1
  // The same advice about several texts is given once.
  const groups = Map.groupBy(hints, ({ hint }) => keyOf(hint))
  return (
    <Row title={t`Check the text`}>
      <ul className={classes.problems}>
        {unknown.map(({ name, written }) => (
          <li key={`${name} ${written}`}>
            <Trans>There’s no variable {written}. It would be sent exactly as written.</Trans>
            {!isOnly && ` (${name})`}
          </li>
        ))}
        {[...groups].map(([key, group]) => (
          <li key={key}>
            {group[0] && <HintText hint={group[0].hint} />}
            {!isOnly && ` (${group.map(({ name }) => name).join(', ')})`}
          </li>
        ))}
      </ul>
    </Row>
  )
}

const keyOf = (hint: CampaignHint): string => JSON.stringify(hint)
