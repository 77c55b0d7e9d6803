import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import settings from '../settings/SettingsFrame.module.css'
import classes from './MarketingFrame.module.css'
import { MARKETING_GROUPS, MARKETING_PAGES, marketingPagesFor } from './marketing-pages.ts'

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')

/**
 * The sub-navigation of the marketing area beside its pages, a menu above them on a phone. Other screens, also the
 * editor and the figures of a campaign, which need the width, are shown as they are.
 */
export function MarketingFrame({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone()
  const path = useLocation({ select: ({ pathname }) => withoutSlash(pathname) })
  const shown = path === '/marketing/campaigns' ? '/marketing' : path
  const current = MARKETING_PAGES.find(({ to }) => to === shown)
  if (!current) return children
  return (
    <div className={isPhone ? classes.phone : settings.root}>
      {isPhone ? <PageMenu current={current.to} /> : <SideNavigation />}
      <div className={settings.page}>{children}</div>
    </div>
  )
}

function SideNavigation() {
  const { t, i18n } = useLingui()
  const pages = marketingPagesFor(useMe())
  return (
    <nav className={settings.navigation} aria-label={t`Marketing`}>
      {Object.entries(MARKETING_GROUPS).map(([group, title]) => (
        <div key={group} className={classes.group}>
          <h2 className={settings.groupTitle}>{i18n._(title)}</h2>
          {pages
            .filter((page) => page.group === group)
            .map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className={settings.link}
                // The first page is above the others.
                activeOptions={{ exact: true, includeSearch: false }}
              >
                {i18n._(label)}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  )
}

function PageMenu({ current }: { current: string }) {
  const { t, i18n } = useLingui()
  const pages = marketingPagesFor(useMe())
  const label = MARKETING_PAGES.find(({ to }) => to === current)?.label
  return (
    <nav className={classes.menu} aria-label={t`Marketing`}>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            {label && i18n._(label)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {pages.map((page) => (
            <Menu.Item
              key={page.to}
              renderRoot={(props) => (
                <Link {...props} to={page.to} activeOptions={{ exact: true, includeSearch: false }} />
              )}
            >
              {i18n._(page.label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}
