import type { Campaign, CampaignPreflight as Preflight } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStepName, versionLetter } from '../../entities/campaign/text-names.ts'
import { registrationsQuery } from '../../entities/phone-number/queries.ts'
import { HOLIDAY_TEXTS, holidayReason } from '../../entities/sending/holiday-texts.ts'
import { MICRO } from '../../entities/sending/text-cost.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { moment, momentIn, zoneName } from '../../lib/time.ts'
import classes from './Campaigns.module.css'
import { PreflightRow as Row } from './PreflightRow.tsx'
import { TextProblems } from './TextProblems.tsx'

interface Props {
  campaign: Campaign
  preflight: Preflight
  /** Zone of the location that sends. */
  zone: string
}

/** Checks before sending: messages, cost, time until everyone has the first text, quiet hours, and suggestions. */
export function CampaignPreflight({ campaign, preflight, zone }: Props) {
  const { t, i18n } = useLingui()
  const { brandLimit, finishesOnUtc, holds, isEstimate, isPartial, recipients } = preflight
  return (
    <dl className={classes.preflight} aria-label={t`Before you send`}>
      <Row title={t`Messages`}>
        <Messages preflight={preflight} />
        {isPartial && (
          <div className={classes.detail}>
            <Trans>
              There are too many people to count right now. These figures are for the first {i18n.number(recipients)}.
            </Trans>
          </div>
        )}
      </Row>
      {recipients > 0 && (
        <>
          <Row title={isEstimate ? t`Estimated cost` : t`Cost`}>
            <Price price={preflight.price} />
          </Row>
          <Row title={t`First text`}>
            {finishesOnUtc ? (
              <Trans>Sent to everyone by {momentIn(finishesOnUtc, zone)} (estimate)</Trans>
            ) : (
              <Trans>Too far off to estimate when everyone will have it</Trans>
            )}
          </Row>
        </>
      )}
      {brandLimit !== null && (
        <Row title={t`Daily limit`}>
          <Trans>
            T-Mobile accepts {i18n.number(brandLimit)} messages a day from your business. The rest wait until the next
            day. People whose carrier isn’t known count too.
          </Trans>
        </Row>
      )}
      {holds.length > 0 && (
        <Row title={holds.some(({ holiday }) => holiday) ? t`Quiet hours and holidays` : t`Quiet hours`}>
          {holds.map(({ count, untilUtc, timeZone, holiday }) => (
            <div key={`${untilUtc} ${timeZone} ${holiday}`}>
              <Plural
                value={count}
                one={`# person waits until ${moment(untilUtc, timeZone)}, ${zoneName(timeZone)}`}
                other={`# people wait until ${moment(untilUtc, timeZone)}, ${zoneName(timeZone)}`}
              />
              {holiday && <div className={classes.detail}>{i18n._(holidayReason(i18n._(HOLIDAY_TEXTS[holiday])))}</div>}
            </div>
          ))}
        </Row>
      )}
      <UnregisteredNumbers />
      <TextProblems campaign={campaign} />
    </dl>
  )
}

/** Numbers whose texts US carriers block. Shows nothing while the carrier can’t be reached. */
function UnregisteredNumbers() {
  const { t } = useLingui()
  const { data } = useQuery(registrationsQuery)
  const blocked = data?.registrations.filter(({ status }) => status === 'not-registered' || status === 'refused') ?? []
  if (blocked.length === 0) return null
  return (
    <Row title={t`Registration`}>
      <Trans>US carriers may block texts from these numbers, which aren’t registered:</Trans>{' '}
      {blocked.map(({ phoneNumber }) => phoneText(phoneNumber)).join(', ')}.{' '}
      <Link to="/marketing/get-started">
        <Trans>Check your registration</Trans>
      </Link>
    </Row>
  )
}

/** How many messages each text is billed as, which differs where variables are longer, and what it costs. */
function Messages({ preflight: { texts, price: total } }: { preflight: Preflight }) {
  const { t } = useLingui()
  const money = useMoney(total.currency)
  const stepName = useStepName()
  const hasVersions = texts.some(({ variant }) => variant > 0)
  const nameOf = (step: number, variant: number) =>
    step === 0 && hasVersions ? t`Version ${versionLetter(variant)}` : stepName(step)
  return texts.map(({ step, variant, segments: { min, max }, isMms, price }) => (
    <div key={`${step} ${variant}`}>
      {texts.length > 1 && <>{nameOf(step, variant)}: </>}
      {isMms ? (
        <Trans>Sent as one MMS each</Trans>
      ) : min === max ? (
        <Plural value={max} one="# message each" other="# messages each" />
      ) : (
        <Trans>
          {min} to {max} messages each, depending on names and other variables
        </Trans>
      )}
      {texts.length > 1 && <Trans>, {money(price)} in all</Trans>}
    </div>
  ))
}

function useMoney(currency: string): (millionths: number) => string {
  const { i18n } = useLingui()
  return (millionths) => i18n.number(millionths / MICRO, { style: 'currency', currency })
}

function Price({ price: { amount, upTo, currency } }: Pick<Preflight, 'price'>) {
  const money = useMoney(currency)
  return (
    <>
      {upTo > amount ? (
        <Trans>
          {money(amount)}, or up to {money(upTo)} with all follow-ups.
        </Trans>
      ) : (
        money(amount)
      )}{' '}
      <span className={classes.detail}>
        <Trans>At your prices. Carrier fees are extra.</Trans>
      </span>
    </>
  )
}
