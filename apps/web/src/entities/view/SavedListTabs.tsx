import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { useRef } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { useCurrentInView } from '../../ui/list/use-current-in-view.ts'
import classes from './SavedListTabs.module.css'

interface Saved {
  id: string
  name: string
  search: string
  isShared: boolean
  isOwn: boolean
}

interface Props<Item extends Saved> {
  label: string
  allLabel: string
  saved: readonly Item[]
  /** The query string of the present filters; empty without any. */
  present: string
  /** Whether saved lists can be changed; not while an owner views as a teammate. */
  canAct: boolean
  onShowAll: () => void
  onShow: (item: Item) => void
  onEdit: (item: Item) => void
}

/** Saved filters of a list, side by side. Scrolls sideways where there is no room; nothing without saved ones. */
export function SavedListTabs<Item extends Saved>(props: Props<Item>) {
  const { label, allLabel, saved, present, canAct, onShowAll, onShow, onEdit } = props
  const { t } = useLingui()
  const me = useMe()
  const open = saved.find((item) => item.search === present)
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, `${present} ${saved.length}`)
  if (saved.length === 0) return null
  return (
    <nav ref={row} className={classes.root} aria-label={label}>
      <button type="button" className={classes.tab} aria-current={present === '' || undefined} onClick={onShowAll}>
        {allLabel}
      </button>
      {saved.map((item) => (
        <span key={item.id} className={classes.item}>
          <button
            type="button"
            className={classes.tab}
            aria-current={item === open || undefined}
            onClick={() => onShow(item)}
          >
            {item.isShared && <IconUsers size={14} stroke={1.75} aria-label={t`Shared`} />}
            <span dir="auto">{item.name}</span>
          </button>
          {item === open && canAct && (item.isOwn || can(me, 'admin_manage_settings')) && (
            <ActionIcon size={28} aria-label={t`Edit ${item.name}`} onClick={() => onEdit(item)}>
              <IconPencil size={15} />
            </ActionIcon>
          )}
        </span>
      ))}
    </nav>
  )
}
