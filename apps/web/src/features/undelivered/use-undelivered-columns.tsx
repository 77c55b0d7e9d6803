import type { UndeliveredMessage } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTimeZone } from '../../entities/location/queries.ts'
import { DELIVERY_REASON_TEXTS } from '../../entities/message/delivery-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { contactName } from './contact-name.ts'
import { UndeliveredActions } from './UndeliveredActions.tsx'
import classes from './UndeliveredScreen.module.css'

interface Options {
  canAct: boolean
  onOpen: (sid: string) => void
}

export function useUndeliveredColumns({ canAct, onOpen }: Options): Column<UndeliveredMessage>[] {
  const { t } = useLingui()
  const columns: Column<UndeliveredMessage>[] = [
    { key: 'contact', title: t`Contact`, width: 170, isFixed: true, cell: (item) => <Contact {...item} /> },
    {
      key: 'message',
      title: t`Message`,
      width: 200,
      isFixed: true,
      grows: true,
      cell: ({ message }) => (
        <p className={classes.text} dir="auto">
          {message.body || <Trans>An attachment</Trans>}
        </p>
      ),
    },
    { key: 'reason', title: t`Reason`, width: 250, cell: (item) => <Reason {...item} /> },
    { key: 'at', title: t`Time`, width: 96, cell: (item) => <Time {...item} /> },
  ]
  if (!canAct) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t`Actions`,
      width: 216,
      isFixed: true,
      cell: (item) => <UndeliveredActions item={item} onOpen={onOpen} />,
    },
  ]
}

function Contact({ conversation }: UndeliveredMessage) {
  const phone = phoneText(conversation.phoneNumber)
  const name = contactName(conversation)
  return (
    <div>
      <Link to="/conversations/$sid" params={{ sid: conversation.sid }} className={classes.name}>
        {name}
      </Link>
      {name !== phone && <div className={classes.soft}>{phone}</div>}
    </div>
  )
}

function Reason({ message: { deliveryError } }: UndeliveredMessage) {
  const { i18n } = useLingui()
  return (
    <div className={classes.reason}>
      {i18n._(DELIVERY_REASON_TEXTS[deliveryError?.reason ?? 'other'])}
      {!deliveryError?.canRetry && (
        <div className={classes.soft}>
          <Trans>Sending it again won’t help.</Trans>
        </div>
      )}
    </div>
  )
}

function Time({ message, conversation }: UndeliveredMessage) {
  const zone = useTimeZone(conversation.attributes.locationID)
  return (
    <span className={classes.soft}>
      <ShortTime at={message.dateCreated} zone={zone} />
    </span>
  )
}
