import type { GroupMessage } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import shared from '../../entities/group/Group.module.css'
import { OutcomeFigures } from '../../entities/group/OutcomeFigures.tsx'
import { KIND_TEXTS } from '../../entities/group/outcome-texts.ts'
import { groupMessageById } from '../../entities/group/queries.ts'
import { RecipientTable } from '../../entities/group/RecipientTable.tsx'
import { useSession } from '../../lib/session/session.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Groups.module.css'
import { GroupMessageRow } from './GroupThread.tsx'

/** A group message: its figures, and each recipient with the outcome. */
export function GroupMessageScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const message = useQuery(groupMessageById(id))
  return (
    <PageLayout
      isWide
      title={t`Group message`}
      back={
        <ActionIcon
          size={isPhone ? 44 : 32}
          aria-label={t`Back`}
          renderRoot={(props) =>
            message.data?.groupSid ? (
              <Link {...props} to="/groups/$groupSid" params={{ groupSid: message.data.groupSid }} />
            ) : (
              <Link {...props} to="/groups" />
            )
          }
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
      }
    >
      <QueryState query={message} rows={6}>
        {(data) => <Loaded message={data} />}
      </QueryState>
    </PageLayout>
  )
}

function Loaded({ message }: { message: GroupMessage }) {
  const { t, i18n } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const canStop = message.canStop && !isViewingAs
  const { groupSid, groupName, kind } = message
  return (
    <>
      <p className={shared.soft}>
        {groupSid && groupName ? (
          <Link to="/groups/$groupSid" params={{ groupSid }} className={shared.link}>
            {groupName}
          </Link>
        ) : (
          i18n._(KIND_TEXTS[kind])
        )}
      </p>
      <ul className={`${shared.list} ${classes.detailed}`}>
        <GroupMessageRow message={message} canStop={canStop} isDetailed />
      </ul>
      <PageSection title={t`Figures`}>
        <OutcomeFigures stats={message.stats} />
      </PageSection>
      <PageSection title={t`Recipients`}>
        <RecipientTable messageId={message.id} />
      </PageSection>
    </>
  )
}
