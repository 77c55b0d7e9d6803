import { can } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLock, IconPhone, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fallbackTimeZone, useLocations } from '../../lib/locations.ts'
import { ourNumbersQuery } from '../../lib/our-numbers.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PageLayout, PageSection } from '../../ui/PageLayout.tsx'
import rowClasses from '../../ui/Rows.module.css'
import { BuyNumberModal } from './BuyNumberModal.tsx'
import { ConnectNumberModal } from './ConnectNumberModal.tsx'
import { MessagingAccountForm } from './MessagingAccountForm.tsx'
import classes from './PhoneNumbersScreen.module.css'

export function PhoneNumbersScreen() {
  const { t } = useLingui()
  const me = useMe()
  const [open, setOpen] = useState<'buy' | 'connect'>()

  if (!can(me, 'admin_manage_settings')) {
    return (
      <main className={classes.forbidden}>
        <EmptyState
          isScreen
          icon={<IconLock size={28} stroke={1.5} />}
          title={t`You may not change settings`}
          text={t`This needs the permission “Manage settings”. An owner of your business can give it to you.`}
        />
      </main>
    )
  }
  return (
    <PageLayout
      title={t`Phone numbers`}
      text={t`The numbers your contacts text. Each belongs to one location.`}
      actions={
        <>
          <Button variant="default" onClick={() => setOpen('connect')}>
            <Trans>Connect a number</Trans>
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('buy')}>
            <Trans>Buy a number</Trans>
          </Button>
        </>
      }
    >
      <PageSection title={t`Your numbers`}>
        <Numbers onBuy={() => setOpen('buy')} />
      </PageSection>
      <PageSection
        title={t`Carrier account`}
        text={t`Texts travel through Twilio. With an account of your own they are billed to it.`}
      >
        <MessagingAccountForm />
      </PageSection>
      {open === 'buy' && <BuyNumberModal onClose={() => setOpen(undefined)} />}
      {open === 'connect' && <ConnectNumberModal onClose={() => setOpen(undefined)} />}
    </PageLayout>
  )
}

function Numbers({ onBuy }: { onBuy: () => void }) {
  const { t } = useLingui()
  const numbers = useQuery(ourNumbersQuery)
  const locations = useLocations()
  if (numbers.isPending) return <LoadingRows count={2} />
  if (numbers.isError) return <FailedState error={numbers.error} onRetry={() => void numbers.refetch()} />
  if (numbers.data.length === 0) {
    return (
      <EmptyState
        icon={<IconPhone size={28} stroke={1.5} />}
        title={t`No number yet`}
        text={t`Buy one in your area code, or connect one your carrier account already owns.`}
        action={
          <Button size="xs" onClick={onBuy}>
            <Trans>Buy a number</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <ul className={rowClasses.list}>
      {numbers.data.map(({ sid, phoneNumber, friendlyName, locationID, createdOnUtc }) => {
        const location = locations.find(({ id }) => id === locationID)
        return (
          <li key={sid} className={rowClasses.row}>
            <IconPhone size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
            <div className={rowClasses.what}>
              <div className={classes.phone}>{phoneText(phoneNumber)}</div>
              <div className={rowClasses.soft}>
                {friendlyName !== phoneNumber && friendlyName !== phoneText(phoneNumber) ? `${friendlyName} · ` : ''}
                {location?.name}
              </div>
            </div>
            <div className={rowClasses.soft}>
              <Trans>since {fullDate(createdOnUtc, location?.timeZone ?? fallbackTimeZone)}</Trans>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
