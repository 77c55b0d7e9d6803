import type { ConsentEvent, Contact } from '@frontdesk/contract/api'
import { can, isImpliedConsent } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONSENT_SOURCE_TEXTS, consentEventText, consentStateText } from '../../entities/consent/consent-texts.ts'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { CONTACTS_KEY, contactById, contactEvidence } from '../../entities/contact/queries.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { clock, fullDate, zoneName } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './EvidenceScreen.module.css'
import { wordingText } from './wording-text.ts'

interface Props {
  id: string
}

/** The ledger of a contact's consent as a document to print, with times in the zone of the contact's location. */
export function EvidenceScreen({ id }: Props) {
  const { t } = useLingui()
  const contact = useQuery(contactById(id))
  return (
    <PageLayout
      title={t`Consent`}
      tabTitle={contact.data ? t`Consent of ${contactName(contact.data)}` : t`Consent`}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} />}
            renderRoot={(props) => <Link {...props} to="/contacts/$id" params={{ id }} />}
          >
            <Trans>Back to contact</Trans>
          </Button>
          <Button leftSection={<IconPrinter size={16} />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </div>
      }
    >
      <QueryState query={contact} isScreen>
        {(data) => <Evidence contact={data} />}
      </QueryState>
    </PageLayout>
  )
}

function Evidence({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const session = useSession()
  const zone = useTimeZone(contact.locationID)
  const evidence = useQuery(contactEvidence(contact.id))
  const at = (instant: string) => `${fullDate(instant, zone)}, ${clock(instant, zone)}`
  const business = session?.tenantName ?? ''
  const me = useMe()
  const mayEdit = can(me, 'contacts_edit') && !session?.viewingAs
  return (
    <>
      <dl className={classes.person}>
        <dt>
          <Trans>Contact</Trans>
        </dt>
        <dd>{contactName(contact)}</dd>
        <dt>
          <Trans>Phone number</Trans>
        </dt>
        <dd>{contact.phones.map(({ phone }) => phoneText(phone)).join(', ')}</dd>
        <dt>
          <Trans>Business</Trans>
        </dt>
        <dd>{business}</dd>
        <dt>
          <Trans>Time zone</Trans>
        </dt>
        <dd>{zoneName(zone)}</dd>
      </dl>
      <QueryState query={evidence}>
        {({ numbers, events }) => (
          <>
            <PageSection title={t`Now`}>
              <ul className={classes.states}>
                {numbers.map((each) => (
                  <li key={`${each.phoneNumber} ${each.tenantPhoneNumber}`}>
                    {phoneText(each.phoneNumber)} ·{' '}
                    {each.tenantPhoneNumber
                      ? t`From ${phoneText(each.tenantPhoneNumber)}`
                      : numbers.length > 1
                        ? t`From your other numbers`
                        : t`From all your numbers`}
                    : <strong>{consentStateText(each)}</strong>
                  </li>
                ))}
              </ul>
            </PageSection>
            <PageSection title={t`History`}>
              {events.length === 0 ? (
                <p className={classes.empty}>
                  <Trans>Nothing has been recorded for this contact’s number.</Trans>
                </p>
              ) : (
                <ol className={classes.events}>
                  {events.map((event) => (
                    <EventItem key={event.id} event={event} at={at} contactId={mayEdit ? contact.id : null} />
                  ))}
                </ol>
              )}
            </PageSection>
          </>
        )}
      </QueryState>
      <Printed at={at} zone={zone} />
    </>
  )
}

/** The person who printed the page, and the time. */
function Printed({ at, zone }: { at: (instant: string) => string; zone: string }) {
  const printer = useSession()?.displayName ?? ''
  const [printedAt, setPrintedAt] = useState(serverInstant)
  useEffect(() => {
    // The page that is printed must show the present time.
    const update = () => flushSync(() => setPrintedAt(serverInstant()))
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])
  return (
    <p className={classes.printed}>
      <Trans>
        Printed by {printer} on {at(printedAt)} ({zoneName(zone)})
      </Trans>
    </p>
  )
}

interface EventProps {
  event: ConsentEvent
  at: (instant: string) => string
  /** Of whom records can be withdrawn; null for viewers who may not. */
  contactId: string | null
}

function EventItem({ event, at, contactId }: EventProps) {
  const { t, i18n } = useLingui()
  const { wording, message, pageUrl, ipAddress, importFileName, agreedOn, tenantPhoneNumber, createdOnUtc } = event
  const recordedBy = event.recordedBy ?? ''
  const facts = [
    [t`Contact’s number`, phoneText(event.phoneNumber)],
    [t`Your number`, tenantPhoneNumber ? phoneText(tenantPhoneNumber) : t`All your numbers`],
    [
      t`How`,
      importFileName ? t`Import ${importFileName}, by ${recordedBy}` : i18n._(CONSENT_SOURCE_TEXTS[event.source]),
    ],
    ...(agreedOn ? [[t`Agreed on`, fullDate(agreedOn, 'UTC')]] : []),
    [importFileName ? t`How they agreed` : t`Their words`, wordingText(event)],
    ...(message && message.text !== wording ? [[t`Message`, message.text]] : []),
    ...(pageUrl ? [[t`Page`, pageUrl]] : []),
    ...(ipAddress ? [[t`IP address`, ipAddress]] : []),
    ...(recordedBy && !importFileName ? [[t`Recorded by`, recordedBy]] : []),
  ]
  return (
    <li className={classes.event}>
      <h3 className={classes.kind}>{consentEventText(event)}</h3>
      <time className={classes.time} dateTime={createdOnUtc}>
        {at(createdOnUtc)}
      </time>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {isImpliedConsent(event.kind) &&
        (event.isWithdrawn ? (
          <p className={classes.withdrawn}>
            <Trans>Withdrawn later. It no longer counts.</Trans>
          </p>
        ) : (
          contactId !== null && <WithdrawButton contactId={contactId} eventId={event.id} />
        ))}
    </li>
  )
}

/** Withdraws a purchase or an inquiry that was recorded by mistake. */
function WithdrawButton({ contactId, eventId }: { contactId: string; eventId: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const withdraw = () =>
    confirm({
      title: t`Withdraw this record?`,
      text: t`For a purchase or an inquiry that was recorded by mistake. It no longer implies consent to marketing texts. Both records stay in the history, with your name.`,
      confirmLabel: t`Withdraw`,
      act: async () => {
        await api.consent.withdraw({ contactId, eventId })
        await cache.invalidateQueries({ queryKey: CONTACTS_KEY })
      },
    })
  return (
    <TextButton className={classes.withdraw} onClick={withdraw}>
      <Trans>Withdraw…</Trans>
    </TextButton>
  )
}
