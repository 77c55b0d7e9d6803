import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { openModal } from '../../ui/modal/modals.ts'

/** Adds a payment request or an estimate for the contact, and sends it in the conversation. */
export function PaymentMenu({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const managed = useManagedKinds()
  const { sid, contact, attributes } = conversation
  const details = { contact, locationID: attributes.locationID, conversationSid: sid }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" shadow="md" trapFocus>
      <Menu.Target>
        <ActionIcon aria-label={t`Payments`}>
          <IconReceipt size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {managed.requests && (
          <Menu.Item onClick={() => openModal('ask-for-payment', { ...details, kind: 'request' })}>
            <Trans>Request a payment</Trans>
          </Menu.Item>
        )}
        {managed.estimates && (
          <Menu.Item onClick={() => openModal('ask-for-payment', { ...details, kind: 'estimate' })}>
            <Trans>Send an estimate</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
