import type { PhoneNumber } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Collapse, Text } from '@mantine/core'
import { IconChevronDown, IconPhone, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { messagingAccountQuery, phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ConnectNumberModal } from './ConnectNumberModal.tsx'
import { EditNumberModal } from './EditNumberModal.tsx'
import { MessagingAccountForm } from './MessagingAccountForm.tsx'
import classes from './PhoneNumbersScreen.module.css'

const buy = () => openModal('phone-number-create')

export function PhoneNumbersScreen() {
  const { t } = useLingui()
  const me = useMe()
  const numbers = useQuery(phoneNumbersQuery)
  if (!can(me, 'admin_manage_settings')) {
    return <ForbiddenScreen permission="admin_manage_settings" />
  }
  return (
    <PageLayout
      title={t`Phone numbers`}
      text={t`The numbers your contacts text. Each one belongs to a location.`}
      actions={
        numbers.data &&
        numbers.data.length > 0 && (
          <Button leftSection={<IconPlus size={16} />} onClick={buy}>
            <Trans>Buy a number</Trans>
          </Button>
        )
      }
    >
      <PageSection title={t`Your numbers`}>
        <QueryState query={numbers} rows={2}>
          {(data) => <Numbers numbers={data} />}
        </QueryState>
      </PageSection>
      <PageSection title={t`Carrier`}>
        <Carrier />
      </PageSection>
    </PageLayout>
  )
}

function Numbers({ numbers }: { numbers: PhoneNumber[] }) {
  const { t } = useLingui()
  const limit = useSubscription()?.limits.phoneNumbers
  const [edited, setEdited] = useState<PhoneNumber>()
  if (numbers.length === 0) {
    return (
      <EmptyState
        icon={<IconPhone size={28} stroke={1.5} />}
        title={t`No phone number yet`}
        text={t`Choose one your contacts will recognize, by area code or city.`}
        action={
          <Button size="xs" onClick={buy}>
            <Trans>Buy a number</Trans>
          </Button>
        }
      />
    )
  }
  const used = numbers.length
  return (
    <>
      <ul className={rowClasses.list}>
        {numbers.map((number) => (
          <NumberRow key={number.sid} number={number} onEdit={() => setEdited(number)} />
        ))}
      </ul>
      {limit !== undefined && (
        <p className={rowClasses.soft}>
          <Plural
            value={limit}
            one={`${used} of # number in your plan used.`}
            other={`${used} of # numbers in your plan used.`}
          />{' '}
          <Anchor component={Link} to="/settings/billing-and-plans" fz="inherit" underline="always">
            <Trans>See your plan</Trans>
          </Anchor>
        </p>
      )}
      {edited && <EditNumberModal number={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function NumberRow({ number, onEdit }: { number: PhoneNumber; onEdit: () => void }) {
  const { t } = useLingui()
  const location = useLocations().find(({ id }) => id === number.locationID)
  const phone = phoneText(number.phoneNumber)
  const since = fullDate(number.createdOnUtc)
  const hasName = number.friendlyName !== number.phoneNumber && number.friendlyName !== phone
  return (
    <li className={rowClasses.row}>
      <IconPhone size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={rowClasses.what}>
        <div className={classes.phone}>{phone}</div>
        <div className={rowClasses.soft}>
          {[hasName ? number.friendlyName : null, location?.name, t`Since ${since}`].filter(Boolean).join(' · ')}
        </div>
      </div>
      <Button variant="default" size="xs" aria-label={t`Edit ${phone}`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
    </li>
  )
}

/** Few businesses bring their own carrier account, so it stays collapsed. */
function Carrier() {
  const account = useQuery(messagingAccountQuery)
  const [isOpen, setIsOpen] = useState(false)
  const [isConnecting, setIsConnecting] = useState(false)
  return (
    <QueryState query={account} rows={1}>
      {(data) => {
        const { source } = data
        return (
          <div className={classes.account}>
            <Text size="sm">
              {source === 'tenant' ? (
                <Trans>Texts are sent through your own Twilio account.</Trans>
              ) : source === 'environment' ? (
                <Trans>You’re using Frontdesk’s shared account.</Trans>
              ) : (
                <Trans>No carrier account is connected, so texts can’t be sent.</Trans>
              )}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              ml={-8}
              mt={4}
              rightSection={<IconChevronDown size={14} className={classes.chevron} data-open={isOpen} />}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {source === 'tenant' ? (
                <Trans>Change your Twilio account</Trans>
              ) : (
                <Trans>Use your own Twilio account</Trans>
              )}
            </Button>
            <Collapse expanded={isOpen}>
              <Text size="sm" c="dimmed" my="sm">
                <Trans>Connect your own account to be billed directly and to bring numbers it already owns.</Trans>
              </Text>
              <MessagingAccountForm />
              {source === 'tenant' && (
                <Button variant="default" size="xs" mt="sm" onClick={() => setIsConnecting(true)}>
                  <Trans>Connect a number</Trans>
                </Button>
              )}
            </Collapse>
            {isConnecting && <ConnectNumberModal onClose={() => setIsConnecting(false)} />}
          </div>
        )
      }}
    </QueryState>
  )
}
