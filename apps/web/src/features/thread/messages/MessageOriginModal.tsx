import type { Message, MessageOrigin } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CONSENT_SOURCE_TEXTS, consentEventText } from '../../../entities/consent/consent-texts.ts'
import { DELIVERY_REASON_TEXTS } from '../../../entities/message/delivery-texts.ts'
import { messageOriginQuery } from '../../../entities/message/message-origin.ts'
import { HOLIDAY_TEXTS, holidayReason } from '../../../entities/sending/holiday-texts.ts'
import { stateName } from '../../../entities/sending/state-name.ts'
import { clock, fullDate, moment, zoneName } from '../../../lib/time.ts'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { QueryState } from '../../../ui/state/QueryState.tsx'
import classes from './MessageOrigin.module.css'
import { OriginAudience } from './OriginAudience.tsx'
import { OriginSenderText } from './OriginSenderText.tsx'
import { HOLD_TEXTS, PURPOSE_TEXTS, ZONE_SOURCE_TEXTS } from './origin-texts.ts'

interface Props {
  message: Message
  onClose: () => void
}

/**
 * Answers why a person got a message: who or what sent it, to which audience, with which consent, under which rules.
 */
export function MessageOriginModal({ message, onClose }: Props) {
  const { t } = useLingui()
  const origin = useQuery(messageOriginQuery(message.sid))
  return (
    <ModalFrame title={t`Why was this sent?`} onClose={onClose}>
      <QueryState query={origin} rows={4}>
        {(data) => (
          <dl className={classes.root}>
            <Section title={t`How it was sent`}>
              <OriginSenderText sender={data.sender} onLink={onClose} />
            </Section>
            {data.audience && (
              <Section title={t`Why this contact`}>
                <OriginAudience audience={data.audience} />
              </Section>
            )}
            <Section title={t`Consent`}>
              <Consent origin={data} onLink={onClose} />
            </Section>
            <Section title={t`Sending rules`}>
              <Gate message={message} gate={data.gate} />
            </Section>
          </dl>
        )}
      </QueryState>
    </ModalFrame>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.title}>{title}</dt>
      <dd className={classes.body}>{children}</dd>
    </div>
  )
}

function Consent({
  origin: { consent, gate },
  onLink,
}: {
  origin: Pick<MessageOrigin, 'consent' | 'gate'>
  onLink: () => void
}) {
  const { i18n } = useLingui()
  if (!consent)
    return (
      <p>
        <Trans>You can’t see this contact’s consent records.</Trans>
      </p>
    )
  const { event, contactID } = consent
  return (
    <>
      {event ? (
        <p>
          {consentEventText(event)} · {i18n._(CONSENT_SOURCE_TEXTS[event.source])} · {fullDate(event.createdOnUtc)}
        </p>
      ) : (
        <p>
          {gate.purpose === 'marketing' ? (
            <Trans>No opt-in or opt-out was on record, and your settings didn’t require an opt-in.</Trans>
          ) : (
            <Trans>No opt-out was on record, and this kind of text doesn’t need marketing consent.</Trans>
          )}
        </p>
      )}
      {event && event.wording !== '' && <blockquote className={classes.quote}>{event.wording}</blockquote>}
      {event?.pageUrl && (
        <p>
          <a href={event.pageUrl} target="_blank" rel="noreferrer">
            {event.pageUrl}
          </a>
        </p>
      )}
      <p>
        <Link to="/contacts/$id/consent" params={{ id: contactID }} onClick={onLink}>
          <Trans>All consent records</Trans>
        </Link>
      </p>
    </>
  )
}

function Gate({ message, gate }: { message: Message; gate: MessageOrigin['gate'] }) {
  const { i18n } = useLingui()
  const { purpose, leftOnUtc, region, hours, automatedTexts, held } = gate
  const zone = region.timeZones[0] ?? 'UTC'
  const { deliveryError, deliveryStatus } = message
  return (
    <ul className={classes.list}>
      <li>{i18n._(PURPOSE_TEXTS[purpose])}</li>
      {leftOnUtc ? (
        <li>
          <Trans>
            Sent {moment(leftOnUtc, zone)} {zoneName(zone)}.
          </Trans>{' '}
          {region.zoneFrom !== 'country' && i18n._(ZONE_SOURCE_TEXTS[region.zoneFrom])}
        </li>
      ) : (
        <li>
          {deliveryStatus === 'queued' ? (
            <Trans>It hasn’t been sent yet.</Trans>
          ) : (
            <>
              <Trans>It was never sent.</Trans> {deliveryError && i18n._(DELIVERY_REASON_TEXTS[deliveryError.reason])}
            </>
          )}
        </li>
      )}
      {hours && <Hours hours={hours} region={region} />}
      {automatedTexts && (
        <li>
          <Trans>
            They’d had {automatedTexts.sent} of the {automatedTexts.perDay} automatic texts allowed in 24 hours.
          </Trans>
        </li>
      )}
      {held && (
        <li>
          {i18n._(HOLD_TEXTS[held.reason](moment(held.untilUtc, zone), zoneName(zone)))}{' '}
          {held.holiday && i18n._(holidayReason(i18n._(HOLIDAY_TEXTS[held.holiday])))}
        </li>
      )}
    </ul>
  )
}

function Hours({
  hours: { opens, closes },
  region: { timeZones, zoneFrom, state, country },
}: {
  hours: { opens: string; closes: string }
  region: MessageOrigin['gate']['region']
}) {
  const { i18n } = useLingui()
  // Times of a day, which have no zone of their own.
  const time = (wall: string) => clock(`2000-01-01T${wall}:00Z`, 'UTC')
  const zones = new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(timeZones.map(zoneName))
  const [from, until] = [time(opens), time(closes)]
  return (
    <li>
      {state ? (
        <Trans>
          Automatic texts were allowed from {from} to {until} ({zones}) under {stateName(state)} law.
        </Trans>
      ) : country === 'CA' ? (
        <Trans>
          Automatic texts were allowed from {from} to {until} ({zones}) under Canadian rules.
        </Trans>
      ) : (
        <Trans>
          Automatic texts were allowed from {from} to {until} ({zones}).
        </Trans>
      )}{' '}
      {zoneFrom === 'country' && (
        <Trans>
          Their number could be from anywhere in the country, so automatic texts only go out when every state and time
          zone there allows them.
        </Trans>
      )}
    </li>
  )
}
