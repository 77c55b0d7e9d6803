import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moment } from '../../lib/time.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { latestTexts } from './queries.ts'
import classes from './ReplyModal.module.css'

interface Props {
  name: string
  conversationSid: string
  onClose: () => void
}

/** The latest texts with a recipient, without leaving the list. */
export function ReplyModal({ name, conversationSid, onClose }: Props) {
  const { t } = useLingui()
  const texts = useQuery(latestTexts(conversationSid))
  return (
    <ModalFrame title={name} onClose={onClose}>
      <QueryState query={texts} rows={3}>
        {(messages) => (
          <ol className={classes.texts} aria-label={t`Latest texts`}>
            {messages.map(({ sid, body, dateCreated, attachedMedia, attributes: { isOutgoingMessage } }) => (
              <li key={sid} data-outgoing={isOutgoingMessage}>
                <p dir="auto">{body || attachedMedia.map(({ filename }) => filename).join(', ')}</p>
                <span>{moment(dateCreated)}</span>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      <Button
        mt="md"
        renderRoot={(props) => <Link {...props} to="/conversations/$sid" params={{ sid: conversationSid }} />}
      >
        <Trans>Open conversation</Trans>
      </Button>
    </ModalFrame>
  )
}
