import type { Group, GroupMessage } from '@frontdesk/contract/api'
import { can, UNDO_SEND_SECONDS } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconSend, IconUsersGroup } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { FileDropZone } from '../../entities/attachment/FileDropZone.tsx'
import { type Attachments, useAttachments } from '../../entities/attachment/use-attachments.ts'
import { drafts, type Upload, useWriting } from '../../entities/draft/drafts.ts'
import { isProgressCounted } from '../../entities/group/CountedAt.tsx'
import { OutcomeChips } from '../../entities/group/OutcomeChips.tsx'
import { GROUPS_KEY, groupMessageList } from '../../entities/group/queries.ts'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { SentText } from '../../entities/group/SentText.tsx'
import { MediaView } from '../../entities/message/media/MediaView.tsx'
import { useUndoSend } from '../../entities/profile/preferences.ts'
import { ForbiddenState } from '../../entities/teammate/ForbiddenState.tsx'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { exact, moment } from '../../lib/time.ts'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { TextButton } from '../../ui/text/TextButton.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { GroupMessageField, isSendable, storedFiles, useSendPreview } from './GroupMessageField.tsx'
import classes from './Groups.module.css'
import { useSendGroupMessage } from './use-send-group-message.ts'

const SEND_PERMISSION = 'campaigns_send_bulk_messages'

/** The messages of a group with their outcomes, and the send box. */
export function GroupThread({ group }: { group: Group }) {
  const { t } = useLingui()
  const me = useMe()
  const messages = useInfiniteQuery(groupMessageList(group.sid))
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const isAllowed = can(me, SEND_PERMISSION)
  const canSend = isAllowed && !isViewingAs
  const attachments = useAttachments(group.sid)
  return (
    <FileDropZone onFiles={canSend && attachments.add}>
      <div className={classes.thread}>
        <PagedList
          query={messages}
          items={(page) => page.messages}
          itemKey={({ id }) => id}
          row={(message) => <GroupMessageRow message={message} canStop={canSend && message.canStop} />}
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
      {canSend && <SendBox group={group} attachments={attachments} />}
      {!isAllowed && (
        <div className={classes.box}>
          <ForbiddenState title={t`You can’t send messages to groups`} permission={SEND_PERMISSION} />
        </div>
      )}
    </FileDropZone>
  )
}

interface RowProps {
  message: GroupMessage
  canStop: boolean
  /** On the screen of the message itself. */
  isDetailed?: boolean
}

/** One group message, with its outcome and, while it runs, the way to stop it. */
export function GroupMessageRow({ message, canStop, isDetailed = false }: RowProps) {
  const { id, body, attachments, author, startedOnUtc, state, stats } = message
  const isHeld = useIsHeldForUndo(message)
  return (
    <li className={classes.message}>
      {attachments.map((file) => (
        <MediaView
          key={file.sid}
          media={{ ...file, state: 'stored' }}
          onShow={() => window.open(file.url, '_blank', 'noopener')}
        />
      ))}
      {body !== '' && <SentText>{body}</SentText>}
      <div className={classes.meta}>
        <span>
          {author}, <time title={exact(startedOnUtc)}>{moment(startedOnUtc)}</time>
        </span>
        {isHeld ? (
          <HeldForUndo message={message} />
        ) : (
          state === 'running' && <Running message={message} canStop={canStop} />
        )}
        {state === 'stopped' && isProgressCounted(stats) && (
          <Plural
            value={stats.outcomes.cancelled}
            one="Stopped. # person won’t get it."
            other="Stopped. # people won’t get it."
          />
        )}
        {state === 'undone' && <Trans>Undone. No one got it.</Trans>}
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

const COUNTDOWN_MS = 250

const secondsLeft = ({ startedOnUtc }: GroupMessage) =>
  Math.ceil(UNDO_SEND_SECONDS - (serverNow() - Date.parse(startedOnUtc)) / 1000)

/** Whether its author can still undo it, by the server's clock. */
function useIsHeldForUndo(message: GroupMessage): boolean {
  const { canUndo } = message
  const [isOver, setIsOver] = useState(() => secondsLeft(message) <= 0)
  const check = useEffectEvent(() => setIsOver(secondsLeft(message) <= 0))
  useEffect(() => {
    if (!canUndo) return
    const timer = setInterval(check, COUNTDOWN_MS)
    return () => clearInterval(timer)
  }, [canUndo])
  return canUndo && !isOver
}

/** Counts down the seconds in which a message can be undone, which puts it back into the box of its group. */
function HeldForUndo({ message }: { message: GroupMessage }) {
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const [left, setLeft] = useState(() => secondsLeft(message))
  const count = useEffectEvent(() => setLeft(secondsLeft(message)))
  useEffect(() => {
    const timer = setInterval(count, COUNTDOWN_MS)
    return () => clearInterval(timer)
  }, [])
  const undo = async () => {
    try {
      const { body, attachments, groupSid } = (await api.groupMessages.undo({ id: message.id })).data
      if (groupSid) {
        const { text } = drafts.get(groupSid)
        drafts.writeLocally(groupSid, [body, text].filter((part) => part !== '').join('\n'))
        drafts.addStored(groupSid, attachments)
      }
    } catch (error) {
      showFailure(error)
    }
    await cache.invalidateQueries({ queryKey: GROUPS_KEY })
  }
  return (
    <>
      <span role="status">
        <Trans>Sends in {Math.max(left, 1)} s</Trans>
      </span>
      <TextButton onClick={() => void undo()}>
        <Trans>Undo</Trans>
      </TextButton>
    </>
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

function SendBox({ group, attachments }: { group: Group; attachments: Attachments }) {
  const { t } = useLingui()
  const send = useSendGroupMessage()
  const canUndo = useUndoSend(true) ?? false
  const { text, uploads } = useWriting(group.sid)
  const audience = { groupSid: group.sid }
  const ask = () =>
    confirm({
      title: t`Send to ${group.name}?`,
      text: <Confirmation groupSid={group.sid} text={text} uploads={uploads} />,
      confirmLabel: t`Send`,
      isDestructive: false,
      act: async () => {
        await send(audience, { text, attachments: storedFiles(uploads), canUndo })
        drafts.forget(group.sid)
      },
    })
  return (
    <div className={classes.box}>
      <GroupMessageField
        text={text}
        onText={(next) => drafts.writeLocally(group.sid, next)}
        audience={audience}
        attachments={attachments}
        uploads={uploads}
        draftKey={group.sid}
      />
      <div className={classes.boxFoot}>
        <Button leftSection={<IconSend size={16} />} disabled={!isSendable(text, uploads)} onClick={ask}>
          <Trans>Send…</Trans>
        </Button>
      </div>
    </div>
  )
}

function Confirmation({ groupSid, text, uploads }: { groupSid: string; text: string; uploads: readonly Upload[] }) {
  const preview = useSendPreview({ groupSid }, text)
  return (
    <>
      {preview && <SendPreviewText preview={preview} hasSample />}
      {uploads.length > 0 && (
        <Text size="sm" mt="xs">
          <Plural value={uploads.length} one="With # file, as an MMS each." other="With # files, as an MMS each." />
        </Text>
      )}
      <Text size="sm" mt="sm">
        <Trans>You can stop it while it’s being sent. Texts already sent can’t be recalled.</Trans>
      </Text>
    </>
  )
}
