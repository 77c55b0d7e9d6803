import type { GroupMessage } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fileNames } from '../../entities/group/file-names.ts'
import shared from '../../entities/group/Group.module.css'
import { OutcomeChips } from '../../entities/group/OutcomeChips.tsx'
import { KIND_TEXTS } from '../../entities/group/outcome-texts.ts'
import { groupMessageList } from '../../entities/group/queries.ts'
import { usePlainTemplate } from '../../entities/template/use-plain-template.ts'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ClippedText } from '../../ui/text/ClippedText.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'

/** Leads to a message; the results of a campaign are on its own page, under the id of its first text. */
function MessageLink({ message: { id, kind, body, attachments } }: { message: GroupMessage }) {
  const plain = usePlainTemplate(null)
  const text = <ClippedText>{body ? plain(body) : fileNames(attachments)}</ClippedText>
  return kind === 'campaign' ? (
    <Link to="/marketing/campaign-metrics/$campaignID" params={{ campaignID: id }} className={shared.name}>
      {text}
    </Link>
  ) : (
    <Link to="/groups/messages/$messageId" params={{ messageId: id }} className={shared.name}>
      {text}
    </Link>
  )
}

/** All group messages, newest first. */
export function SentMessages() {
  const { t, i18n } = useLingui()
  const list = useInfiniteQuery(groupMessageList(null))
  const columns: Column<GroupMessage>[] = [
    {
      key: 'body',
      title: t`Message`,
      width: 240,
      isFixed: true,
      grows: true,
      cell: (message) => <MessageLink message={message} />,
    },
    {
      key: 'to',
      title: t`To`,
      width: 180,
      cell: ({ groupName, kind }) =>
        groupName === null ? (
          i18n._(KIND_TEXTS[kind])
        ) : (
          <span>
            {groupName}
            {kind === 'campaign' && <span className={shared.soft}> · {i18n._(KIND_TEXTS.campaign)}</span>}
          </span>
        ),
    },
    { key: 'outcome', title: t`Outcome`, width: 260, cell: ({ stats }) => <OutcomeChips stats={stats} /> },
    { key: 'author', title: t`Sent by`, width: 130, cell: ({ author }) => author },
    { key: 'at', title: t`Sent`, width: 110, cell: ({ startedOnUtc }) => <ShortTime at={startedOnUtc} /> },
  ]
  return (
    <>
      <DataTable
        name="group-messages"
        label={t`Group messages`}
        columns={columns}
        query={list}
        rows={({ pages }) => pages.flatMap(({ messages }) => messages)}
        rowKey={({ id }) => id}
        rowHeight={64}
        placeholderRows={4}
        empty={
          <EmptyState
            icon={<IconSend size={28} stroke={1.5} />}
            title={t`No messages sent yet`}
            text={t`Messages to groups and to contacts you select show up here, with their outcomes.`}
          />
        }
      />
      <ShowMore query={list} />
    </>
  )
}
