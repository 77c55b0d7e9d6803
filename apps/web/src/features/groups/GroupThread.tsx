import type { Group, GroupMessage } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconSend, IconUsersGroup } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OutcomeChips } from '../../entities/group/OutcomeChips.tsx'
import { GROUPS_KEY, groupMessageList } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { exact, moment } from '../../lib/time.ts'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './Groups.module.css'
import { SendPreviewText } from './SendPreviewText.tsx'
import { isSendable, SendToManyField, useSendPreview } from './SendToMany.tsx'
import { useSendToMany } from './use-send-to-many.ts'

/** The messages of a group with their outcomes, and the send box. */
export function GroupThread({ group }: { group: Group }) {
  const { t } = useLingui()
  const me = useMe()
  const messages = useInfiniteQuery(groupMessageList(group.sid))
  const canSend = !useSession()?.viewingAs && can(me, 'campaigns_send_bulk_messages')
  return (
    <>
      <div className={classes.thread}>
        <PagedList
          query={messages}
          items={(page) => page.messages}
          itemKey={({ id }) => id}
          row={(message) => <GroupMessageRow message={message} canStop={canSend} />}
          className={classes.messages}
          label={t`Messages`}
          rows={3}
          empty={
            <EmptyState
              icon={<IconUsersGroup size={28} stroke={1.5} />}
              title={t`No messages yet`}
              text={t`What you send goes to each member’s own conversation, and replies arrive there.`}
            />
          }
        />
      </div>
      {canSend && <SendBox group={group} />}
    </>
  )
}

interface RowProps {
  message: GroupMessage
  canStop: boolean
  /** On the screen of the message itself. */
  isDetailed?: boolean
}

/** One message to many, with its outcome and, while it runs, the way to stop it. */
export function GroupMessageRow({ message, canStop, isDetailed = false }: RowProps) {
  const { id, body, author, startedOnUtc, state, stats } = message
  return (
    <li className={classes.message}>
      <div className={classes.bubble} dir="auto">
        {body}
      </div>
      <div className={classes.meta}>
        <span>
          {author}, <time title={exact(startedOnUtc)}>{moment(startedOnUtc)}</time>
        </span>
        {state === 'running' && <Running message={message} canStop={canStop} />}
        {state === 'stopped' && (
          <Plural value={stats.outcomes.cancelled} one="Stopped, # person left" other="Stopped, # people left" />
        )}
        {!isDetailed && (
          <Link to="/groups/messages/$messageId" params={{ messageId: id }}>
            <Trans>Details</Trans>
          </Link>
        )}
      </div>
      <OutcomeChips stats={stats} />
    </li>
  )
}

function Running({ message: { id, stats }, canStop }: { message: GroupMessage; canStop: boolean }) {
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { pending, held } = stats.outcomes
  const stop = async () => {
    try {
      await api.groupMessages.stop({ id })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <>
      <span role="status">
        {pending > 0 || !stats.heldUntil ? (
          <Trans>Sending…</Trans>
        ) : (
          <Trans>
            {held} waiting until {moment(stats.heldUntil)}
          </Trans>
        )}
      </span>
      {canStop && (
        <Button size="compact-xs" variant="default" onClick={() => void stop()}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </>
  )
}

function SendBox({ group }: { group: Group }) {
  const { t } = useLingui()
  const send = useSendToMany()
  const [text, setText] = useState('')
  const audience = { groupSid: group.sid }
  const ask = () =>
    confirm({
      title: t`Send to ${group.name}?`,
      text: <Confirmation groupSid={group.sid} text={text} />,
      confirmLabel: t`Send`,
      isDestructive: false,
      act: async () => {
        await send(audience, text, false)
        setText('')
      },
    })
  return (
    <div className={classes.box}>
      <SendToManyField text={text} onText={setText} audience={audience} />
      <div className={classes.boxFoot}>
        <Button leftSection={<IconSend size={16} />} disabled={!isSendable(text)} onClick={ask}>
          <Trans>Send…</Trans>
        </Button>
      </div>
    </div>
  )
}

function Confirmation({ groupSid, text }: { groupSid: string; text: string }) {
  const preview = useSendPreview({ groupSid }, text)
  return (
    <>
      {preview && <SendPreviewText preview={preview} hasSample />}
      <Text size="sm" mt="sm">
        <Trans>You can stop it while it’s being sent. Texts already sent can’t be recalled.</Trans>
      </Text>
    </>
  )
}
