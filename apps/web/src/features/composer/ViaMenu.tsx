import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { NumberPair } from '../../entities/conversation/number-pairs.ts'
import { phoneText } from '../../lib/phone-text.ts'
import classes from './ViaMenu.module.css'

interface Props {
  pairs: readonly NumberPair[]
  chosen: string
  onChoose: (sid: string) => void
}

/** In a merged thread: chooses the contact's number that a reply is sent to, and ours that it is sent from. */
export function ViaMenu({ pairs, chosen, onChoose }: Props) {
  const { t } = useLingui()
  return (
    <div className={classes.root}>
      <span aria-hidden="true">
        <Trans>To</Trans>
      </span>
      <NativeSelect
        size="xs"
        variant="unstyled"
        aria-label={t`Reply to`}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={pairs.map(({ sid, name, phoneNumber, tenantPhoneNumber }) => ({
          value: sid,
          label: [name, t`${phoneText(phoneNumber)} from ${phoneText(tenantPhoneNumber)}`].filter(Boolean).join(', '),
        }))}
      />
    </div>
  )
}
