import {
  type ContactOrder,
  type ContactSearch,
  can,
  clearContactFilters,
  contactOrdering,
  countContactFilters,
  PAGE_SIZE_OPTIONS,
  sortByColumn,
  toContactCriteria,
} from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contactCount, contactList, contactPageSize } from '../../entities/contact/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { useHasRoomForRail } from '../../ui/layout/use-viewport.ts'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ContactFilters } from './ContactFilters.tsx'
import classes from './ContactsScreen.module.css'
import { useContactListContext } from './list-context.ts'
import { HIDDEN_COLUMNS, useContactColumns } from './use-contact-columns.tsx'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
  /** The contact that is open. */
  id: string | null
  onOpen: (id: string) => void
  /** The open contact: beside the list where there is room, otherwise instead of it. */
  panel: ReactNode
}

/** The list of contacts, and the open one. */
export function ContactsScreen({ search, onSearch, id, onOpen, panel }: Props) {
  const hasRoomForPanel = useHasRoomForRail()
  return (
    <div className={classes.root}>
      {(id === null || hasRoomForPanel) && (
        <div className={classes.list}>
          <ContactList search={search} onSearch={onSearch} id={id} onOpen={onOpen} />
        </div>
      )}
      {id !== null && <div className={classes.panel}>{panel}</div>}
    </div>
  )
}

function ContactList({ search, onSearch, id, onOpen }: Omit<Props, 'panel'>) {
  const { t } = useLingui()
  const context = useContactListContext()
  const criteria = toContactCriteria(search, context)
  const ordering = contactOrdering(search)
  const pageSize = useStore(contactPageSize)
  const contacts = useInfiniteQuery(contactList(criteria, ordering, pageSize))
  const isFiltered = search.q !== undefined || countContactFilters(search) > 0
  const columns = useContactColumns(search)
  const addContact = useAddContact()
  const isEmpty = contacts.data?.pages[0]?.contacts.length === 0
  return (
    <PageLayout
      isWide
      title={t`Contacts`}
      text={useTotalText(criteria, contacts.data?.pages[0])}
      actions={addContact('sm')}
    >
      <DataTable
        name="contacts"
        label={t`Contacts`}
        columns={columns}
        hiddenAtFirst={HIDDEN_COLUMNS}
        order={{
          sortKey: ordering.orderBy,
          isDescending: ordering.orderByDesc,
          onSort: (key) => onSearch({ ...search, sort: sortByColumn(search, key as ContactOrder) }),
        }}
        query={contacts}
        rows={({ pages }) => pages.flatMap((page) => page.contacts)}
        rowKey={(contact) => contact.id}
        placeholderRows={8}
        onOpen={(contact) => onOpen(contact.id)}
        opensOnClick
        openKey={id ?? undefined}
        toolbar={(isFiltered || !isEmpty) && <ContactFilters search={search} onSearch={onSearch} />}
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              text={t`No contact matches your search and filters.`}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch(clearContactFilters(search))}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconAddressBook size={28} stroke={1.5} />}
              title={t`No contacts yet`}
              text={t`Everyone who texts you shows up here. You can also add people yourself.`}
              action={addContact('xs')}
            />
          )
        }
      />
      {!isEmpty && (
        <div className={classes.paging}>
          <ShowMore query={contacts} />
          <Select
            w={150}
            ml="auto"
            aria-label={t`Contacts per page`}
            allowDeselect={false}
            value={String(pageSize)}
            onChange={(size) => size && contactPageSize.set(Number(size))}
            data={PAGE_SIZE_OPTIONS.map((size) => ({ value: String(size), label: t`${size} per page` }))}
          />
        </div>
      )}
    </PageLayout>
  )
}

/** The button that adds a contact, for people who may. */
function useAddContact() {
  const mayEdit = can(useMe(), 'contacts_edit')
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return (size: 'xs' | 'sm') =>
    mayEdit &&
    !isViewingAs && (
      <Button size={size} leftSection={<IconPlus size={16} />} onClick={() => openModal('add-contact')}>
        <Trans>Add contact</Trans>
      </Button>
    )
}

/** How many contacts match. The list knows maintained totals; with filters they are counted. */
function useTotalText(
  criteria: Parameters<typeof contactCount>[0],
  firstPage: { totalCount: number | null } | undefined,
): string {
  const { t, i18n } = useLingui()
  const counted = useQuery({ ...contactCount(criteria), enabled: firstPage?.totalCount === null }).data
  const total = firstPage?.totalCount ?? counted?.count
  if (!firstPage || total === undefined) return '\u00a0'
  const isCapped = firstPage.totalCount === null && counted?.isCapped === true
  const number = i18n.number(total)
  return isCapped ? t`${number}+ contacts` : plural(total, { one: '# contact', other: '# contacts' })
}
