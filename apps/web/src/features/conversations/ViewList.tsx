import { can, fromSearchText, type InboxSearch, toSearchText, VIEW_COUNT_MAX, type View } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconUserStar, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../lib/session/use-me.ts'
import { viewsQuery } from '../../lib/settings-queries.ts'
import { openModal } from '../../ui/modals.ts'
import classes from './InboxRail.module.css'
import { useListContext } from './list-context.ts'
import { viewCounts } from './queries.ts'
import { RailEntry } from './RailEntry.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
}

/** Saved ways of looking at the inbox, one's own and those shared with everybody, each with how many are in it. */
export function ViewList({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const views = useQuery(viewsQuery).data ?? []
  const counts = useQuery(viewCounts(locationId, views)).data
  if (views.length === 0) return null
  const present = toSearchText(search)
  const mayChange = (view: View) => view.isOwn || (view.isShared && can(me, 'admin_manage_settings'))
  const countOf = (view: View) => {
    const count = counts?.[view.id]
    return count === undefined
      ? undefined
      : count > VIEW_COUNT_MAX
        ? `${i18n.number(VIEW_COUNT_MAX)}+`
        : i18n.number(count)
  }
  return (
    <>
      <div className={classes.title}>
        <h2>
          <Trans>Views</Trans>
        </h2>
      </div>
      {views.map((view) => (
        <div key={view.id} className={classes.view}>
          <RailEntry
            icon={view.isShared ? <IconUsersGroup size={16} stroke={1.75} /> : <IconUserStar size={16} stroke={1.75} />}
            isOn={view.search === present}
            count={countOf(view)}
            onClick={() => onSearch(view.search === present ? {} : fromSearchText(view.search))}
          >
            {view.name}
          </RailEntry>
          {mayChange(view) && (
            <ActionIcon
              size={24}
              className={classes.change}
              aria-label={t`Change the view ${view.name}`}
              onClick={() => openModal('save-view', { view, search: view.search })}
            >
              <IconPencil size={14} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
    </>
  )
}
