import type { Automation } from '@frontdesk/contract/api'
import { AUTOMATION_COUNT_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import shared from '../../entities/group/Group.module.css'
import { useLocations } from '../../entities/location/queries.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { AutomationMenu } from './AutomationMenu.tsx'
import { AutomationSwitch } from './AutomationSwitch.tsx'
import classes from './Automations.module.css'
import { KIND_TEXTS, useTriggerText } from './automation-texts.ts'

export function useAutomationColumns(): Column<Automation>[] {
  const { t, i18n } = useLingui()
  const triggerText = useTriggerText()
  const locations = useLocations()
  return [
    {
      key: 'name',
      title: t`Name`,
      width: 240,
      isFixed: true,
      grows: true,
      cell: ({ id, name, kind, delayMinutes }) => (
        <div className={classes.name}>
          <Link to="/marketing/automations/$automationID" params={{ automationID: id }} className={shared.name}>
            {name}
          </Link>
          <div className={shared.soft}>{triggerText(kind, delayMinutes)}</div>
        </div>
      ),
    },
    { key: 'kind', title: t`Type`, width: 170, cell: ({ kind }) => i18n._(KIND_TEXTS[kind]) },
    {
      key: 'location',
      title: t`Location`,
      width: 140,
      cell: ({ locationID }) =>
        locationID === null ? <Trans>All locations</Trans> : locations.find(({ id }) => id === locationID)?.name,
    },
    { key: 'status', title: t`Status`, width: 110, cell: (automation) => <AutomationSwitch automation={automation} /> },
    {
      key: 'runs',
      title: t`Last 30 days`,
      width: 190,
      cell: ({ counts }) => <RunCounts counts={counts} />,
    },
    {
      key: 'changed',
      title: t`Last changed`,
      width: 120,
      cell: ({ updatedOnUtc }) => <ShortTime at={updatedOnUtc} />,
    },
    {
      key: 'menu',
      title: t`Actions`,
      width: 64,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (automation) => <AutomationMenu automation={automation} />,
    },
  ]
}

/** How often an automation did something, with what it skipped and what waits. */
function RunCounts({ counts: { done, skipped, waiting } }: Pick<Automation, 'counts'>) {
  const { t, i18n } = useLingui()
  const isMore = done + skipped + waiting >= AUTOMATION_COUNT_MAX
  const ran = i18n.number(done)
  const parts = [
    isMore ? t`Ran ${ran}+ times` : done === 0 ? t`Hasn’t run` : done === 1 ? t`Ran once` : t`Ran ${ran} times`,
    ...(skipped > 0 ? [t`${i18n.number(skipped)} skipped`] : []),
    ...(waiting > 0 ? [t`${i18n.number(waiting)} waiting`] : []),
  ]
  return <span className={classes.counts}>{parts.join(' · ')}</span>
}
