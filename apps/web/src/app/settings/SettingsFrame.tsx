import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { useTitle } from '../../ui/layout/use-title.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './SettingsFrame.module.css'
import { SETTINGS_GROUPS, settingsPagesFor } from './settings-pages.ts'

const HOME = '/settings'

/** Loads the code of all pages once the first one is shown, so that opening another waits only for its data. */
function usePreloadedPages() {
  const router = useRouter()
  useEffect(
    () =>
      whenIdle(() => {
        for (const route of Object.values(router.routesById)) {
          // A failure is retried, and shown, when the page is opened.
          if (route.fullPath.startsWith(`${HOME}/`)) router.loadRouteChunk(route)?.catch(() => undefined)
        }
      }),
    [router],
  )
}

/** One sub-navigation with search beside one page per subject; on a phone one of the two at a time. */
export function SettingsFrame() {
  const { t } = useLingui()
  usePreloadedPages()
  const isPhone = useIsPhone()
  const isHome = useLocation({ select: ({ pathname }) => pathname === HOME || pathname === `${HOME}/` })
  return (
    <div className={classes.root}>
      {isPhone && isHome && <SettingsHome />}
      {!isPhone && <SettingsNavigation />}
      {(!isPhone || !isHome) && (
        <div className={classes.page}>
          {isPhone && (
            <nav aria-label={t`Settings`}>
              <Link to={HOME} className={classes.back}>
                <IconChevronLeft size={16} />
                <Trans>All settings</Trans>
              </Link>
            </nav>
          )}
          <Outlet />
        </div>
      )}
    </div>
  )
}

function SettingsHome() {
  const { t } = useLingui()
  useTitle(t`Settings`)
  return (
    <main className={classes.home}>
      <h1 className={classes.title}>{t`Settings`}</h1>
      <SettingsNavigation />
    </main>
  )
}

function SettingsNavigation() {
  const { t, i18n } = useLingui()
  const me = useMe()
  const [term, setTerm] = useState('')
  const searched = term.trim().toLocaleLowerCase()
  const pages = settingsPagesFor(me).filter(({ label, words }) =>
    `${i18n._(label)} ${i18n._(words)}`.toLocaleLowerCase().includes(searched),
  )
  return (
    <nav className={classes.navigation} aria-label={t`Settings`}>
      <TextInput
        type="search"
        size="sm"
        placeholder={t`Search settings`}
        aria-label={t`Search settings`}
        leftSection={<IconSearch size={15} />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      {Object.entries(SETTINGS_GROUPS).map(([group, title]) => {
        const shown = pages.filter((page) => page.group === group)
        if (shown.length === 0) return null
        return (
          <div key={group} className={classes.group}>
            <h2 className={classes.groupTitle}>{i18n._(title)}</h2>
            {shown.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className={classes.link}
                activeProps={{ 'aria-current': 'page' }}
                // Otherwise a page below a listed one, such as that of blocked numbers, would mark both.
                activeOptions={{ exact: pages.some((page) => page.to.startsWith(`${to}/`)) }}
              >
                {i18n._(label)}
                <IconChevronRight size={16} className={classes.forward} aria-hidden="true" />
              </Link>
            ))}
          </div>
        )
      })}
      {pages.length === 0 && <EmptyState title={t`No results`} text={t`Try another word.`} />}
    </nav>
  )
}
