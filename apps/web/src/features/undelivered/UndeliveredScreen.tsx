import { UNDELIVERED_COUNT_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessageCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { undeliveredCount, undeliveredList } from '../../entities/conversation/undelivered-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { NOTHING, useSelection } from '../../ui/list/selection.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { contactName } from './contact-name.ts'
import { UndeliveredBulkActions } from './UndeliveredBulkActions.tsx'
import { useUndeliveredColumns } from './use-undelivered-columns.tsx'

interface Props {
  onOpen: (sid: string) => void
}

/** Undelivered messages that were not retried or dismissed, each with its reason and what to do. */
export function UndeliveredScreen({ onOpen }: Props) {
  const { t } = useLingui()
  const locationID = useStore(chosenLocation)
  const list = useInfiniteQuery(undeliveredList(locationID))
  const count = useQuery(undeliveredCount(locationID)).data ?? null
  const { selection, select } = useSelection(locationID ?? '')
  const canAct = !useSession()?.viewingAs
  const columns = useUndeliveredColumns({ canAct, onOpen })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <PageLayout isWide title={t`Undelivered`} text={t`Messages that couldn’t be delivered. Retry or dismiss each one.`}>
      <DataTable
        name="undelivered"
        label={t`Undelivered messages`}
        columns={columns}
        query={list}
        rows={({ pages }) => pages.flatMap((page) => page.items)}
        rowKey={({ message }) => message.sid}
        rowHeight={68}
        placeholderRows={5}
        onOpen={({ conversation }) => onOpen(conversation.sid)}
        selection={
          canAct
            ? {
                value: selection,
                onChange: select,
                rowName: ({ conversation }) => contactName(conversation),
                total: count !== null && count <= UNDELIVERED_COUNT_MAX ? count : null,
                actions: (
                  <UndeliveredBulkActions
                    selection={selection}
                    items={items}
                    locationID={locationID}
                    onDone={() => select(NOTHING)}
                  />
                ),
              }
            : undefined
        }
        empty={
          <EmptyState
            icon={<IconMessageCheck size={28} stroke={1.5} />}
            title={t`Everything was delivered`}
            text={t`If a message can’t be delivered, it shows up here with the reason and what you can do.`}
            action={
              <Button size="xs" variant="default" component={Link} to="/conversations">
                <Trans>Back to inbox</Trans>
              </Button>
            }
          />
        }
      />
      <ShowMore query={list} />
    </PageLayout>
  )
}
