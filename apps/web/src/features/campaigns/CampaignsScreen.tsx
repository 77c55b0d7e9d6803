import { CAMPAIGN_STATUSES, type CampaignSearch, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignList } from '../../entities/campaign/queries.ts'
import { PartialNote } from '../../entities/group/PartialNote.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { STATUS_TEXTS } from './campaign-texts.ts'
import { SendCampaignModal } from './SendCampaignModal.tsx'
import { useCampaignColumns } from './use-campaign-columns.tsx'

interface Props {
  search: CampaignSearch
  onSearch: (search: CampaignSearch) => void
  onStarted: (id: string) => void
}

/** All campaigns: drafts, scheduled ones, and sent ones with their outcomes. */
export function CampaignsScreen({ search, onSearch, onStarted }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const mayCreate = !useSession()?.viewingAs && can(me, 'campaigns_create_bulk')
  const [sendingId, setSendingId] = useState<string | null>(null)
  const campaigns = useInfiniteQuery(campaignList(search))
  const isPartial = campaigns.data?.pages.some((page) => page.campaigns.some(({ stats }) => stats?.isPartial))
  const columns = useCampaignColumns(setSendingId)
  const { typed, setTyped } = useTypedSearch(search.q ?? '', (q) => onSearch({ ...search, q }))
  const isFiltered = search.q !== undefined || search.status !== undefined
  const newCampaign = (size: 'xs' | 'sm') =>
    mayCreate && (
      <Button size={size} component={Link} to="/marketing/create-campaign" leftSection={<IconPlus size={16} />}>
        <Trans>New campaign</Trans>
      </Button>
    )
  return (
    <PageLayout
      isWide
      title={t`Campaigns`}
      text={t`Text many people at once, now or at a time you choose. Replies arrive in each person’s own conversation.`}
      actions={newCampaign('sm')}
    >
      {isPartial && <PartialNote />}
      <DataTable
        name="campaigns"
        label={t`Campaigns`}
        columns={columns}
        query={campaigns}
        rows={({ pages }) => pages.flatMap((page) => page.campaigns)}
        rowKey={({ id }) => id}
        rowHeight={64}
        placeholderRows={4}
        toolbar={
          <FilterBar label={t`Filter campaigns`}>
            <ListSearch label={t`Search campaigns`} value={typed} onChange={setTyped} />
            <NativeSelect
              aria-label={t`Status`}
              value={search.status ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onSearch({ ...search, status: CAMPAIGN_STATUSES.find((status) => status === value) })
              }
              data={[
                { value: '', label: t`Any status` },
                ...CAMPAIGN_STATUSES.map((status) => ({ value: status, label: i18n._(STATUS_TEXTS[status]) })),
              ]}
            />
          </FilterBar>
        }
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              text={t`No campaign matches.`}
              action={
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setTyped('')
                    onSearch({})
                  }}
                >
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconSpeakerphone size={28} stroke={1.5} />}
              title={t`No campaigns yet`}
              text={t`A campaign is one text to many contacts, such as an offer to your regulars. You choose who gets it and when, and see who replied.`}
              action={newCampaign('xs')}
            />
          )
        }
      />
      <ShowMore query={campaigns} />
      {sendingId !== null && (
        <SendCampaignModal id={sendingId} onStarted={onStarted} onClose={() => setSendingId(null)} />
      )}
    </PageLayout>
  )
}
