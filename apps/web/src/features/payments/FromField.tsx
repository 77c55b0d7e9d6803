import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Select, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import type { FirstConversation } from './use-first-conversation.ts'

/** Selects the number from which the first text to a contact is sent. */
export function FromField({ first, onClose }: { first: FirstConversation; onClose: () => void }) {
  const { t } = useLingui()
  const locations = useLocations()
  const maySetUp = can(useMe(), 'admin_manage_settings')
  const { numbers, from, choose } = first
  const nameOf = (locationId: string) => locations.find(({ id }) => id === locationId)?.name
  return (
    <QueryState query={numbers} rows={1}>
      {(ours) =>
        ours.length > 1 ? (
          <Select
            label={t`From`}
            allowDeselect={false}
            value={from?.phoneNumber ?? null}
            onChange={choose}
            data={ours.map(({ phoneNumber, locationID }) => ({
              value: phoneNumber,
              label: [phoneText(phoneNumber), nameOf(locationID)].filter(Boolean).join(', '),
            }))}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {from ? (
              <Trans>From {phoneText(from.phoneNumber)}</Trans>
            ) : (
              <>
                <Trans>You don’t have a phone number yet.</Trans>{' '}
                {maySetUp ? (
                  <Anchor component={Link} to="/settings/frontdesk-phone-numbers" onClick={onClose} inherit>
                    <Trans>Add a phone number</Trans>
                  </Anchor>
                ) : (
                  <Trans>Ask an owner of your business to add one in Settings.</Trans>
                )}
              </>
            )}
          </Text>
        )
      }
    </QueryState>
  )
}
