import {
  CONSENT_REVIEWS_COUNT_MAX,
  type ContactOrder,
  type ContactSearch,
  can,
  clearContactFilters,
  contactOrdering,
  countContactFilters,
  isContactBulkChange,
  sortByColumn,
  toContactCriteria,
} from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  IconAddressBook,
  IconArrowMerge,
  IconDownload,
  IconMessageQuestion,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BulkProgress } from '../../entities/bulk-action/BulkProgress.tsx'
import { bulkActionsQuery } from '../../entities/bulk-action/queries.ts'
import { consentReviewsQuery } from '../../entities/consent/queries.ts'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactList, contactPageSize, duplicatesQuery } from '../../entities/contact/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsSettled } from '../../lib/use-is-settled.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { useHasRoomForRail } from '../../ui/layout/use-viewport.ts'
import { Paging } from '../../ui/list/Paging.tsx'
import { NOTHING, useSelection } from '../../ui/list/selection.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ContactBulkActions } from './ContactBulkActions.tsx'
import { ContactFilters } from './ContactFilters.tsx'
import classes from './ContactsScreen.module.css'
import { ContactTotalText } from './ContactTotalText.tsx'
import { useContactListContext } from './list-context.ts'
import { SegmentTabs } from './SegmentTabs.tsx'
import { CONTACT_TABLE, useContactColumns } from './use-contact-columns.tsx'
import { useContactTotal } from './use-contact-total.ts'
import { useExport } from './use-export.ts'

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
  const canAct = !useSession()?.viewingAs
  const columns = useContactColumns(search, canAct)
  const addContact = useAddContact(canAct)
  const canImport = can(useMe(), SCREEN_PERMISSIONS['/contacts/import']) && canAct
  const trialGate = useTrialGate()
  const navigate = useNavigate()
  const { selection, select } = useSelection(JSON.stringify(criteria))
  const contactTotal = useContactTotal(criteria, contacts.data?.pages[0])
  const { total, text } = contactTotal
  const onExport = useExport({ criteria, columns, count: text })
  const bulkActions = (useQuery(bulkActionsQuery).data ?? []).filter(({ change }) => isContactBulkChange(change))
  const isEmpty = contacts.data?.pages[0]?.contacts.length === 0
  return (
    <PageLayout
      isWide
      title={t`Contacts`}
      text={<ContactTotalText {...contactTotal} />}
      actions={
        <>
          {onExport && !isEmpty && (
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => onExport()}>
              <Trans>Export</Trans>
            </Button>
          )}
          {canImport && (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} />}
              onClick={() => trialGate('import', () => void navigate({ to: '/contacts/import' }))}
            >
              <Trans>Import</Trans>
            </Button>
          )}
          {addContact('sm')}
        </>
      }
    >
      <BulkProgress actions={bulkActions} />
      {canImport && <ReviewsLink />}
      {canImport && <DuplicatesLink />}
      <SegmentTabs search={search} onSearch={onSearch} canAct={canAct} />
      <DataTable
        name={CONTACT_TABLE}
        label={t`Contacts`}
        columns={columns}
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
        scrollKey={JSON.stringify([criteria, ordering])}
        selection={
          canAct
            ? {
                value: selection,
                onChange: select,
                rowName: contactName,
                total,
                actions: (
                  <ContactBulkActions
                    selection={selection}
                    criteria={criteria}
                    contacts={contacts.data?.pages.flatMap((page) => page.contacts) ?? []}
                    allContacts={text}
                    onExport={onExport}
                    onDone={() => select(NOTHING)}
                  />
                ),
              }
            : undefined
        }
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
        <Paging query={contacts} label={t`Contacts per page`} size={pageSize} onSize={contactPageSize.set} />
      )}
    </PageLayout>
  )
}

/** Leads to the texts that may be requests to stop, if there are any. */
function ReviewsLink() {
  const { data } = useInfiniteQuery({ ...consentReviewsQuery, enabled: useIsSettled() })
  const count = data?.pages.at(-1)?.count ?? 0
  if (count === 0) return null
  return (
    <Button
      component={Link}
      to="/contacts/opt-outs"
      size="compact-sm"
      variant="subtle"
      leftSection={<IconMessageQuestion size={14} />}
      className={classes.duplicates}
    >
      {count > CONSENT_REVIEWS_COUNT_MAX ? (
        <Trans>More than {CONSENT_REVIEWS_COUNT_MAX} possible opt-outs</Trans>
      ) : (
        <Plural value={count} one="# possible opt-out" other="# possible opt-outs" />
      )}
    </Button>
  )
}

/** Leads to the contacts that may be the same person, if there are any. */
function DuplicatesLink() {
  const { data } = useInfiniteQuery({ ...duplicatesQuery, enabled: useIsSettled() })
  const pages = data?.pages ?? []
  const count = pages.reduce((sum, page) => sum + page.duplicates.length, 0)
  if (count === 0) return null
  const hasMore = pages.at(-1)?.nextAfter != null
  return (
    <Button
      component={Link}
      to="/contacts/duplicates"
      size="compact-sm"
      variant="subtle"
      leftSection={<IconArrowMerge size={14} />}
      className={classes.duplicates}
    >
      {hasMore ? (
        <Trans>More than {count} possible duplicates</Trans>
      ) : (
        <Plural value={count} one="# possible duplicate" other="# possible duplicates" />
      )}
    </Button>
  )
}

/** The button that adds a contact, for people who may. */
function useAddContact(canAct: boolean) {
  const mayEdit = can(useMe(), 'contacts_edit') && canAct
  return (size: 'xs' | 'sm') =>
    mayEdit && (
      <Button size={size} leftSection={<IconPlus size={16} />} onClick={() => openModal('add-contact')}>
        <Trans>Add contact</Trans>
      </Button>
    )
}
