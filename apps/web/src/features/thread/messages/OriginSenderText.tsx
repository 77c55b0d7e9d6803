import type { OriginSender } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { versionLetter } from '../../../entities/campaign/text-names.ts'
import { moment } from '../../../lib/time.ts'
import classes from './MessageOrigin.module.css'
import { AUTO_REPLY_TEXTS } from './origin-texts.ts'

interface Props {
  sender: OriginSender
  onLink: () => void
}

/** The sender of a message, with links. */
export function OriginSenderText({ sender, onLink }: Props) {
  const { i18n } = useLingui()
  switch (sender.kind) {
    case 'teammate':
      return (
        <p>
          {sender.scheduledForUtc && sender.scheduledOnUtc ? (
            <Trans>
              {sender.name} scheduled it {moment(sender.scheduledOnUtc)} to go out {moment(sender.scheduledForUtc)}.
            </Trans>
          ) : (
            <Trans>{sender.name} wrote and sent it.</Trans>
          )}
        </p>
      )
    case 'campaign':
      return <CampaignText sender={sender} onLink={onLink} />
    case 'group': {
      const { groupMessage, author, startedOnUtc } = sender
      return (
        <p>
          {groupMessage ? (
            <Trans>
              <Link to="/groups/messages/$messageId" params={{ messageId: groupMessage.id }} onClick={onLink}>
                Group message to “{groupMessage.name}”
              </Link>{' '}
              from {author}, {moment(startedOnUtc)}.
            </Trans>
          ) : (
            <Trans>
              Group message from {author}, {moment(startedOnUtc)}.
            </Trans>
          )}
        </p>
      )
    }
    case 'bulk':
      return (
        <p>
          <Trans>
            Message to several contacts from {sender.author}, {moment(sender.startedOnUtc)}.
          </Trans>
        </p>
      )
    case 'review-invite':
      return (
        <p>
          <Trans>
            Review invite from {sender.author}, {moment(sender.startedOnUtc)}.
          </Trans>
        </p>
      )
    case 'automation':
      return <AutomationText sender={sender} onLink={onLink} />
    case 'auto-reply':
      return (
        <>
          <p>{sender.cause === null ? <Trans>An automatic reply.</Trans> : i18n._(AUTO_REPLY_TEXTS[sender.cause])}</p>
          {sender.repliesTo && <blockquote className={classes.quote}>{sender.repliesTo.text}</blockquote>}
        </>
      )
  }
}

function CampaignText({
  sender,
  onLink,
}: Omit<Props, 'sender'> & { sender: Extract<OriginSender, { kind: 'campaign' }> }) {
  const { campaign, author, step, variant, variantCount, startedOnUtc } = sender
  const letter = versionLetter(variant)
  return (
    <>
      <p>
        {campaign ? (
          <Trans>
            The campaign{' '}
            <Link to="/marketing/campaign-metrics/$campaignID" params={{ campaignID: campaign.id }} onClick={onLink}>
              “{campaign.name}”
            </Link>
            , sent by {author}, {moment(startedOnUtc)}.
          </Trans>
        ) : (
          <Trans>
            A campaign from another location, sent by {author}, {moment(startedOnUtc)}.
          </Trans>
        )}
      </p>
      <p>
        {step > 0 ? (
          <Trans>This is follow-up {step}.</Trans>
        ) : variantCount > 1 ? (
          <Trans>This is version {letter} of the first text.</Trans>
        ) : (
          <Trans>This is the first text.</Trans>
        )}
      </p>
    </>
  )
}

function AutomationText({
  sender: { name, automationID, trigger, triggeredOnUtc },
  onLink,
}: Omit<Props, 'sender'> & { sender: Extract<OriginSender, { kind: 'automation' }> }) {
  const when = moment(triggeredOnUtc)
  const link = { automationID, onLink }
  switch (trigger) {
    case 'follow-up':
      return (
        <p>
          <Trans>
            The automation <AutomationName {...link}>“{name}”</AutomationName> sent it because they hadn’t replied to
            your last message ({when}).
          </Trans>
        </p>
      )
    case 'reopen':
      return (
        <p>
          <Trans>
            The automation <AutomationName {...link}>“{name}”</AutomationName> sent it because the conversation was
            closed ({when}).
          </Trans>
        </p>
      )
    case 'webchat':
      return (
        <p>
          <Trans>
            The automation <AutomationName {...link}>“{name}”</AutomationName> sent it because they started a webchat (
            {when}).
          </Trans>
        </p>
      )
  }
}

function AutomationName({
  automationID,
  onLink,
  children,
}: PropsWithChildren<{ automationID: string | null; onLink: () => void }>) {
  if (automationID === null) return children
  return (
    <Link to="/marketing/automations/$automationID" params={{ automationID }} onClick={onLink}>
      {children}
    </Link>
  )
}
