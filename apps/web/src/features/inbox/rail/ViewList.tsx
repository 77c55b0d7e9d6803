import type { View } from '@frontdesk/contract/api'
import { can, fromSearchText, type InboxSearch, VIEW_COUNT_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconUserStar, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { viewCounts } from '../../../entities/view/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { useListContext } from '../list-context.ts'
import classes from './InboxRail.module.css'
import { RailEntry } from './RailEntry.tsx'
import { RailSection } from './RailSection.tsx'
import type { RailKey } from './rail-selection.ts'

interface Props {
  views: readonly View[]
  selected: RailKey
  onSearch: (search: InboxSearch) => void
}

/** Saved views of the inbox, the person's own and shared ones, each with how many conversations are in it. */
export function ViewList({ views, selected, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const counts = useQuery(viewCounts(locationId, views)).data
  if (views.length === 0) return null
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
    <RailSection id="views" title={t`Saved views`}>
      {views.map((view) => (
        <div key={view.id} className={classes.view}>
          <RailEntry
            icon={view.isShared ? <IconUsersGroup size={16} stroke={1.75} /> : <IconUserStar size={16} stroke={1.75} />}
            isOn={selected === `view:${view.id}`}
            count={countOf(view)}
            onClick={() => onSearch(fromSearchText(view.search))}
          >
            {view.name}
          </RailEntry>
          {mayChange(view) && (
            <ActionIcon
              size={24}
              className={classes.change}
              aria-label={t`Edit the view ${view.name}`}
              onClick={() => openModal('save-view', { view, search: view.search })}
            >
              <IconPencil size={14} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
    </RailSection>
  )
}
