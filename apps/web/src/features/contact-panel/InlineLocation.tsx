import type { Contact } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CONTACTS_KEY } from '../../entities/contact/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { FactButton } from './Fact.tsx'
import classes from './PanelSections.module.css'

interface Props {
  contact: Pick<Contact, 'id' | 'locationID'>
  mayEdit: boolean
}

/** The location of a contact, which a click turns into a choice. Its conversations move too. */
export function InlineLocation({ contact: { id, locationID }, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const [isEditing, setIsEditing] = useState(false)
  const moving = useMutation({
    mutationFn: (to: string) => api.contacts.updateLocationList({ contactIDs: [id], locationID: to }),
    onSuccess: () => cache.invalidateQueries({ queryKey: CONTACTS_KEY }),
    onError: useFailureToast(),
    onSettled: () => setIsEditing(false),
  })
  const present = locations.find((each) => each.id === locationID)
  if (!isEditing || !mayEdit) {
    return (
      <FactButton
        isOff={!mayEdit || locations.length < 2}
        label={t`Change location`}
        onClick={() => setIsEditing(true)}
      >
        {present?.name ?? t`A location you don’t have access to`}
      </FactButton>
    )
  }
  return (
    <>
      <NativeSelect
        size="xs"
        autoFocus
        aria-label={t`Location`}
        disabled={moving.isPending}
        value={moving.variables ?? locationID}
        data={[
          ...(present ? [] : [{ value: locationID, label: t`A location you don’t have access to` }]),
          ...locations.map((each) => ({ value: each.id, label: each.name })),
        ]}
        onChange={(event) => moving.mutate(event.currentTarget.value)}
        onBlur={() => !moving.isPending && setIsEditing(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setIsEditing(false)
        }}
      />
      <p className={classes.soft}>
        <Trans>Conversations move too. Your number in them stays the same.</Trans>
      </p>
    </>
  )
}
