import type { Contact, NumberConsent } from '@frontdesk/contract/api'
import type { SendGateReason } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consentStateText } from '../../entities/consent/consent-texts.ts'
import { contactConsent } from '../../entities/contact/queries.ts'
import { GATE_REASON_TEXTS } from '../../entities/message/delivery-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './PanelSections.module.css'

interface Props {
  contact: Pick<Contact, 'id' | 'name' | 'phone'>
  mayEdit: boolean
}

/** Whether the contact may be texted, with actions to record consent and to print the evidence. */
export function ConsentSection({ contact, mayEdit }: Props) {
  const { t } = useLingui()
  const { id } = contact
  return (
    <>
      <QueryState query={useQuery(contactConsent(id))} rows={1}>
        {({ numbers, texts }) => (
          <>
            <States numbers={numbers} />
            <Obstacles title={t`Texts`} reasons={texts.service} />
            <Obstacles title={t`Marketing texts`} reasons={texts.marketing} />
          </>
        )}
      </QueryState>
      <Group gap="md" mt={6}>
        {mayEdit && (
          <Button size="xs" variant="default" onClick={() => openModal('record-consent', { contact })}>
            <Trans>Record consent…</Trans>
          </Button>
        )}
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/contacts/$id/consent" params={{ id }} />}>
          <Trans>History and evidence</Trans>
        </Anchor>
      </Group>
    </>
  )
}

/** Whether texts of one kind would be sent now, and if not, why. */
function Obstacles({ title, reasons }: { title: string; reasons: readonly SendGateReason[] }) {
  const { i18n, t } = useLingui()
  const text = reasons.map((reason) => i18n._(GATE_REASON_TEXTS[reason])).join(' ') || t`can be sent now.`
  return (
    <p className={classes.fact}>
      <span className={classes.soft}>{title}:</span> {text}
    </p>
  )
}

/** One line if all numbers have the same state, otherwise one for each pair. */
function States({ numbers }: { numbers: NumberConsent[] }) {
  const { t } = useLingui()
  const [first] = numbers
  if (!first) return null
  if (new Set(numbers.map(consentStateText)).size === 1)
    return <p className={classes.fact}>{consentStateText(first)}</p>
  const hasSeveral = new Set(numbers.map(({ phoneNumber }) => phoneNumber)).size > 1
  return (
    <ul className={classes.states}>
      {numbers.map((each) => (
        <li key={`${each.phoneNumber} ${each.tenantPhoneNumber}`}>
          <span className={classes.soft}>
            {hasSeveral && `${phoneText(each.phoneNumber)} · `}
            {each.tenantPhoneNumber ? t`From ${phoneText(each.tenantPhoneNumber)}` : t`From your other numbers`}
          </span>
          {consentStateText(each)}
        </li>
      ))}
    </ul>
  )
}
