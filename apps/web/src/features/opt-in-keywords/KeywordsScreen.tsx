import type { OptInKeyword } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { optInKeywordsQuery } from '../../entities/opt-in-keyword/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { EditKeywordModal } from './EditKeywordModal.tsx'
import classes from './Keywords.module.css'

/** Keywords that people text to subscribe, and what can be shared of each. */
export function KeywordsScreen() {
  const { t } = useLingui()
  const me = useMe()
  const mayEdit = !useSession()?.viewingAs && can(me, 'admin_manage_settings')
  const keywords = useQuery(optInKeywordsQuery)
  const numbers = useQuery(phoneNumbersQuery).data
  const [edited, setEdited] = useState<OptInKeyword | 'new' | null>(null)
  const hasNumber = (numbers?.length ?? 0) > 0
  const columns = useKeywordColumns(mayEdit, setEdited)
  const newKeyword = (size: 'xs' | 'sm') =>
    mayEdit &&
    hasNumber && (
      <Button size={size} leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
        <Trans>Add keyword</Trans>
      </Button>
    )
  return (
    <PageLayout
      isWide
      title={t`Opt-in keywords`}
      text={t`People text a word to your number to get your offers. Share it as a QR code, a link, or a printed card.`}
      actions={newKeyword('sm')}
    >
      <DataTable
        name="opt-in-keywords"
        label={t`Opt-in keywords`}
        columns={columns}
        query={keywords}
        rows={(rows) => rows}
        rowKey={({ id }) => id}
        placeholderRows={3}
        empty={
          <EmptyState
            icon={<IconKey size={28} stroke={1.5} />}
            title={t`No keywords yet`}
            text={
              numbers && !hasNumber
                ? t`Get a phone number first. People text the keyword to it.`
                : t`Add a word such as DEALS. People text it to your number to subscribe.`
            }
            action={newKeyword('xs')}
          />
        }
      />
      {edited !== null && (
        <EditKeywordModal keyword={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </PageLayout>
  )
}

function useKeywordColumns(mayEdit: boolean, onEdit: (keyword: OptInKeyword) => void): Column<OptInKeyword>[] {
  const { t } = useLingui()
  return [
    {
      key: 'keyword',
      title: t`Keyword`,
      width: 150,
      isFixed: true,
      grows: true,
      cell: ({ id, keyword }) => (
        <Link to="/marketing/opt-in-keyword/$keywordID" params={{ keywordID: id }} className={classes.keyword}>
          {keyword}
        </Link>
      ),
    },
    {
      key: 'number',
      title: t`Phone number`,
      width: 170,
      cell: ({ tenantPhoneNumber }) => phoneText(tenantPhoneNumber),
    },
    {
      key: 'double',
      title: t`Confirmation`,
      width: 190,
      cell: ({ isDoubleOptIn }) => (isDoubleOptIn ? t`Asks for a YES first` : t`Subscribes right away`),
    },
    {
      key: 'state',
      title: t`Status`,
      width: 100,
      cell: ({ isEnabled }) => (isEnabled ? t`On` : t`Off`),
    },
    {
      key: 'share',
      title: t`Share`,
      width: 120,
      cell: ({ id }) => (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/marketing/opt-in-keyword/$keywordID" params={{ keywordID: id }} />
          )}
        >
          <Trans>Share</Trans>
        </Button>
      ),
    },
    ...(mayEdit
      ? [
          {
            key: 'menu',
            title: t`Actions`,
            width: 64,
            isFixed: true,
            hasHiddenTitle: true,
            cell: (keyword: OptInKeyword) => <KeywordMenu keyword={keyword} onEdit={() => onEdit(keyword)} />,
          },
        ]
      : []),
  ]
}

function KeywordMenu({ keyword: { id, keyword }, onEdit }: { keyword: OptInKeyword; onEdit: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const remove = () =>
    confirm({
      title: t`Delete the keyword ${keyword}?`,
      text: t`Texting it will no longer subscribe anyone. People who joined with it stay subscribed.`,
      confirmLabel: t`Delete keyword`,
      act: async () => {
        await api.optInKeywords.delete({ id })
        await cache.invalidateQueries({ queryKey: optInKeywordsQuery.queryKey })
      },
    })
  return (
    <RowMenu label={t`Actions for ${keyword}`}>
      <Menu.Item onClick={onEdit}>
        <Trans>Edit</Trans>
      </Menu.Item>
      <Menu.Item onClick={remove}>
        <Trans>Delete</Trans>
      </Menu.Item>
    </RowMenu>
  )
}
