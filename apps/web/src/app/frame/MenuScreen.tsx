import { Trans, useLingui } from '@lingui/react/macro'
import {
  IconBuildingStore,
  IconCheck,
  IconChevronRight,
  IconHelp,
  IconListCheck,
  IconSearch,
  IconTools,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFirstDay } from '../../entities/first-day/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { openModal } from '../../ui/modal/modals.ts'
import { AccountMenu } from '../account/AccountMenu.tsx'
import classes from './MenuScreen.module.css'
import { destinationsFor } from './navigation.ts'

/** Links that don't fit in the phone's bottom bar. */
export function MenuScreen() {
  const { t, i18n } = useLingui()
  const me = useMe()
  const locations = useLocations()
  const firstDay = useFirstDay()
  const chosen = useStore(chosenLocation)
  const present = locations.find(({ id }) => id === chosen)
  const isDevAdmin = useSubscription()?.isDevAdmin ?? false
  return (
    <PageLayout title={t`Menu`} actions={<AccountMenu position="bottom-end" withName />}>
      <PageSection title={t`Go to`}>
        <ul className={rowClasses.list}>
          <li>
            <button type="button" className={classes.row} onClick={() => openModal('command-palette')}>
              <IconSearch size={20} stroke={1.75} />
              <span>
                <Trans>Search and commands</Trans>
              </span>
            </button>
          </li>
          {firstDay && (
            <li>
              <button type="button" className={classes.row} onClick={() => openModal('getting-started')}>
                <IconListCheck size={20} stroke={1.75} />
                <span>
                  <Trans>Get started</Trans>
                </span>
              </button>
            </li>
          )}
          {destinationsFor(me).map(({ to, label, icon: DestinationIcon }) => (
            <li key={to}>
              <Link to={to} className={classes.row}>
                <DestinationIcon size={20} stroke={1.75} />
                <span>{i18n._(label)}</span>
                <IconChevronRight size={16} />
              </Link>
            </li>
          ))}
          {isDevAdmin && (
            <li>
              <Link to="/dev-admin" className={classes.row}>
                <IconTools size={20} stroke={1.75} />
                <span>
                  <Trans>Dev admin</Trans>
                </span>
                <IconChevronRight size={16} />
              </Link>
            </li>
          )}
          <li>
            <button type="button" className={classes.row} onClick={() => openModal('help-and-support')}>
              <IconHelp size={20} stroke={1.75} />
              <span>
                <Trans>Help and support</Trans>
              </span>
            </button>
          </li>
        </ul>
      </PageSection>
      {locations.length > 1 && (
        <PageSection title={t`Location`} text={t`Conversations, search, and notifications show only this location.`}>
          <ul className={rowClasses.list}>
            {[{ id: null, name: t`All locations` }, ...locations].map(({ id, name }) => (
              <li key={id ?? 'all'}>
                <button
                  type="button"
                  className={classes.row}
                  aria-pressed={(present?.id ?? null) === id}
                  onClick={() => chosenLocation.set(id)}
                >
                  <IconBuildingStore size={20} stroke={1.75} />
                  <span>{name}</span>
                  {(present?.id ?? null) === id && <IconCheck size={16} />}
                </button>
              </li>
            ))}
          </ul>
        </PageSection>
      )}
    </PageLayout>
  )
}
