import type { SubscriberStats } from '@frontdesk/contract/api'
import {
  can,
  countSubscriberFilters,
  SUBSCRIBER_STATES,
  type SubscriberSearch,
  type SubscriberState,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import { IconMessageHeart, IconPlus, IconQrcode, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { subscriberList, subscriberStats } from '../../entities/subscriber/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { NOTHING, useSelection } from '../../ui/list/selection.ts'
import { useCurrentInView } from '../../ui/list/use-current-in-view.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { AddSubscriberModal } from './AddSubscriberModal.tsx'
import { SubscriberBulkActions } from './SubscriberBulkActions.tsx'
import { SubscriberFilters } from './SubscriberFilters.tsx'
import classes from './Subscribers.module.css'
import { SubscriberTrend } from './SubscriberTrend.tsx'
import { toSubscriberCriteria } from './subscriber-criteria.ts'
import { STATE_TEXTS } from './subscriber-texts.ts'
import { subscriberName, useSubscriberColumns } from './use-subscriber-columns.tsx'

interface Props {
  search: SubscriberSearch
  onSearch: (search: SubscriberSearch) => void
}

/** People who agreed to marketing texts, who were asked, and who left. */
export function SubscribersScreen({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const canAct = !useSession()?.viewingAs
  const mayAdd = can(useMe(), 'contacts_edit') && canAct
  const trialGate = useTrialGate()
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const locationId = useStore(chosenLocation)
  const zone = listTimeZone(useLocations(), locationId)
  const state: SubscriberState = search.tab ?? 'subscribed'
  const criteria = toSubscriberCriteria(search, { locationId, zone })
  const stats = useQuery(subscriberStats(criteria)).data
  const setTab = (tab: string | null) => {
    const { tab: _tab, ...rest } = search
    onSearch(tab === 'pending' || tab === 'unsubscribed' ? { ...rest, tab } : rest)
  }
  const countText = (of: SubscriberState) => (stats ? ` (${countOf(stats, of, i18n.number.bind(i18n))})` : '')
  const tabList = useRef<HTMLDivElement>(null)
  useCurrentInView(tabList, `${state} ${SUBSCRIBER_STATES.map(countText).join()}`)
  return (
    <PageLayout
      isWide
      title={t`Subscribers`}
      text={t`People who agreed to get marketing texts from you.`}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} />}
            renderRoot={(props) => <Link {...props} to="/marketing/opt-in-keyword" />}
          >
            <Trans>Growth tool</Trans>
          </Button>
          {mayAdd && (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} />}
              onClick={() =>
                trialGate('import', () => void navigate({ to: '/contacts/import', search: { subscribers: 'yes' } }))
              }
            >
              <Trans>Import</Trans>
            </Button>
          )}
          {mayAdd && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
              <Trans>Add subscriber</Trans>
            </Button>
          )}
        </div>
      }
    >
      <SubscriberTrend locationId={locationId} zone={zone} />
      <Tabs value={state} onChange={setTab} className={classes.tabs}>
        <Tabs.List ref={tabList} className={classes.tabList}>
          {SUBSCRIBER_STATES.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {i18n._(STATE_TEXTS[each])}
              {countText(each)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <SubscriberTable key={state} search={search} onSearch={onSearch} state={state} zone={zone} canAct={canAct} />
      {isAdding && <AddSubscriberModal onClose={() => setIsAdding(false)} />}
    </PageLayout>
  )
}

const countOf = (stats: SubscriberStats, state: SubscriberState, format: (value: number) => string) =>
  `${format(stats[state].count)}${stats[state].isCapped ? '+' : ''}`

function SubscriberTable({
  search,
  onSearch,
  state,
  zone,
  canAct,
}: Props & { state: SubscriberState; zone: string; canAct: boolean }) {
  const { t } = useLingui()
  const me = useMe()
  const locationId = useStore(chosenLocation)
  const criteria = toSubscriberCriteria(search, { locationId, zone })
  const subscribers = useInfiniteQuery(subscriberList(state, criteria))
  const columns = useSubscriberColumns(state)
  const count = useQuery(subscriberStats(criteria)).data?.[state]
  const { selection, select } = useSelection(JSON.stringify([state, criteria]))
  const maySelect =
    canAct &&
    (can(me, 'campaigns_delete_subscribers') || (state !== 'unsubscribed' && can(me, 'campaigns_unsubscribe_contacts')))
  const isFiltered = search.q !== undefined || countSubscriberFilters(search) > 0
  const emptyTexts: Record<SubscriberState, string> = {
    subscribed: t`Share a keyword that people text you, add people who agreed, or import them.`,
    pending: t`People who texted a keyword and haven’t replied YES yet show up here.`,
    unsubscribed: t`Subscribers who opt out show up here.`,
  }
  const emptyTitles: Record<SubscriberState, string> = {
    subscribed: t`No subscribers yet`,
    pending: t`No one is waiting`,
    unsubscribed: t`No one has unsubscribed`,
  }
  return (
    <>
      <DataTable
        name="subscribers"
        label={t`Subscribers`}
        columns={columns}
        query={subscribers}
        rows={({ pages }) => pages.flatMap((page) => page.subscribers)}
        rowKey={({ phoneNumber }) => phoneNumber}
        placeholderRows={6}
        scrollKey={JSON.stringify([state, criteria])}
        selection={
          maySelect
            ? {
                value: selection,
                onChange: select,
                rowName: subscriberName,
                total: count && !count.isCapped ? count.count : null,
                actions: (
                  <SubscriberBulkActions
                    selection={selection}
                    state={state}
                    criteria={criteria}
                    subscribers={subscribers.data?.pages.flatMap((page) => page.subscribers) ?? []}
                    onDone={() => select(NOTHING)}
                  />
                ),
              }
            : undefined
        }
        toolbar={<SubscriberFilters search={search} onSearch={onSearch} />}
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              text={t`No one matches your search and filters.`}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch(search.tab ? { tab: search.tab } : {})}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconMessageHeart size={28} stroke={1.5} />}
              title={emptyTitles[state]}
              text={emptyTexts[state]}
            />
          )
        }
      />
      <ShowMore query={subscribers} />
    </>
  )
}
