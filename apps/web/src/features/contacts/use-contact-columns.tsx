import type { ListedContact } from '@frontdesk/contract/api'
import type { ContactColumn, ContactOrder, ContactSearch } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { birthdayText, contactName, lineTypeText, sourceText } from '../../entities/contact/contact-texts.ts'
import { fieldText } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { LabelChips } from '../../entities/label/LabelChips.tsx'
import { fallbackTimeZone, useLocations } from '../../entities/location/queries.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ClippedText } from '../../ui/text/ClippedText.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './ContactsScreen.module.css'
import { RowMenu } from './RowMenu.tsx'

/** Under this name the device stores the layout of the columns. */
export const CONTACT_TABLE = 'contacts'

const HIDDEN = { isHiddenOnPhone: true, isHiddenAtFirst: true }

export interface ContactTableColumn extends Column<ListedContact> {
  key: ContactColumn | `field:${string}` | 'actions'
  sortKey?: ContactOrder
}

/** The columns of the table, which are also those of the exported file. */
export function useContactColumns(search: ContactSearch, canAct: boolean): ContactTableColumn[] {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const locations = useLocations()
  const fields = useContactFields()
  const hasStatuses = (useQuery(contactStatusesQuery).data?.statuses.length ?? 0) > 0
  const columns: ContactTableColumn[] = [
    {
      key: 'name',
      title: t`Name`,
      width: 200,
      isFixed: true,
      grows: true,
      sortKey: 'name',
      cell: (contact) => (
        <div className={classes.who}>
          <Avatar name={contact.name} colorKey={contact.id} size={isPhone ? 36 : 28} />
          <div className={classes.nameCell}>
            <Link to="/contacts/$id" params={{ id: contact.id }} search={search} className={classes.name} dir="auto">
              <ClippedText>{contactName(contact)}</ClippedText>
            </Link>
            {isPhone && contact.name && <div className={classes.soft}>{phoneText(contact.phone)}</div>}
          </div>
        </div>
      ),
    },
    {
      key: 'phone',
      title: t`Phone number`,
      width: 128,
      isHiddenOnPhone: true,
      cell: ({ phone }) => <span className={classes.number}>{phoneText(phone)}</span>,
    },
    { key: 'email', title: t`Email`, width: 180, ...HIDDEN, cell: ({ email }) => <Line>{email}</Line> },
    {
      key: 'labels',
      title: t`Labels`,
      width: 172,
      cell: ({ labels }) => labels.length > 0 && <LabelLine labels={labels} />,
    },
    { key: 'tags', title: t`Tags`, width: 110, cell: ({ tags }) => tags.length > 0 && <TagLine tags={tags} /> },
    {
      key: 'status',
      title: t`Status`,
      width: 104,
      isHiddenOnPhone: true,
      cell: ({ statusName }) => <Line>{statusName}</Line>,
    },
    {
      key: 'location',
      title: t`Location`,
      width: 176,
      isHiddenOnPhone: true,
      cell: ({ locationID }) => <Line>{locations.find(({ id }) => id === locationID)?.name}</Line>,
    },
    {
      key: 'lastActivityOnUtc',
      title: t`Last activity`,
      width: 112,
      sortKey: 'lastActivityOnUtc',
      cell: (contact) => <Time at={contact.lastActivityOnUtc} zone={zoneOf(contact)} />,
    },
    {
      key: 'createdOnUtc',
      title: t`Added`,
      width: 104,
      isHiddenOnPhone: true,
      sortKey: 'createdOnUtc',
      cell: (contact) => <Time at={contact.createdOnUtc} zone={zoneOf(contact)} />,
    },
    {
      key: 'birthDate',
      title: t`Birthday`,
      width: 112,
      ...HIDDEN,
      cell: ({ birthDate }) => birthDate && birthdayText(birthDate),
    },
    {
      key: 'source',
      title: t`Source`,
      width: 140,
      ...HIDDEN,
      cell: ({ source }) => <Line>{sourceText(source)}</Line>,
    },
    {
      key: 'isOptedOut',
      title: t`Opted out`,
      width: 92,
      ...HIDDEN,
      cell: ({ isOptedOut }) => isOptedOut && <Trans>Opted out</Trans>,
    },
    {
      key: 'isBlocked',
      title: t`Blocked`,
      width: 92,
      ...HIDDEN,
      cell: ({ isBlocked }) => isBlocked && <Trans>Blocked</Trans>,
    },
    {
      key: 'lineType',
      title: t`Number type`,
      width: 140,
      ...HIDDEN,
      cell: ({ lineType }) => lineType && lineTypeText(lineType),
    },
    {
      key: 'taxExemption',
      title: t`Tax exemption`,
      width: 140,
      ...HIDDEN,
      cell: ({ taxExemption }) => taxExemption,
    },
    ...fields.map(
      (field): ContactTableColumn => ({
        key: `field:${field.id}`,
        title: field.name,
        width: 140,
        ...HIDDEN,
        cell: ({ custom }) => {
          const value = custom[field.id]
          return value !== undefined && <Line>{fieldText(field, value)}</Line>
        },
      }),
    ),
  ]
  function zoneOf({ locationID }: ListedContact): string {
    return locations.find(({ id }) => id === locationID)?.timeZone ?? fallbackTimeZone
  }
  if (canAct) {
    columns.push({
      key: 'actions',
      title: t`Actions`,
      width: 52,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (contact) => <RowMenu contact={contact} />,
    })
  }
  return columns.filter(({ key }) => (key !== 'location' || locations.length > 1) && (key !== 'status' || hasStatuses))
}

const Time = ({ at, zone }: { at: string; zone: string }) => (
  <span className={classes.soft}>
    <ShortTime at={at} zone={zone} />
  </span>
)

const Line = ({ children }: { children: string | null | undefined }) =>
  children && <ClippedText>{children}</ClippedText>

/** The first label, and how many more there are: rows keep their height. */
const LabelLine = ({ labels }: { labels: readonly string[] }) => (
  <span className={classes.several} title={labels.join(', ')}>
    <LabelChips labels={labels.slice(0, 1)} isLine />
    <More rest={labels.slice(1)} />
  </span>
)

const TagLine = ({ tags }: { tags: readonly string[] }) => (
  <span className={classes.several} title={tags.join(', ')}>
    <ClippedText>{tags[0] ?? ''}</ClippedText>
    <More rest={tags.slice(1)} />
  </span>
)

const More = ({ rest }: { rest: readonly string[] }) =>
  rest.length > 0 && (
    <span className={classes.more}>
      <span aria-hidden>+{rest.length}</span>
      <VisuallyHidden>{rest.join(', ')}</VisuallyHidden>
    </span>
  )
