import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { contactById } from '../../entities/contact/queries.ts'
import { ContactDetails } from '../../features/contact-panel/ContactDetails.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'

const ThreadDialogs = lazyWithRetry(async () => ({
  default: (await import('../../features/thread/dialogs/ThreadDialogs.tsx')).ThreadDialogs,
}))

interface Props {
  id: string
  onClose: () => void
}

/** The open contact, with the dialogs of its conversation. */
export function ContactPane({ id, onClose }: Props) {
  const navigate = useNavigate()
  const { data: contact } = useQuery(contactById(id))
  const sid = contact?.conversationSid
  const presentId = contact?.id ?? id
  // A merge, or another main number, leads to a contact with another id.
  useEffect(() => {
    if (presentId !== id)
      void navigate({ to: '/contacts/$id', params: { id: presentId }, search: (before) => before, replace: true })
  }, [navigate, id, presentId])
  return (
    <>
      <ContactDetails id={id} onClose={onClose} />
      <Suspense>
        {sid && (
          <ThreadDialogs
            sid={sid}
            onGone={() => undefined}
            onOpen={(into) => void navigate({ to: '/conversations/$sid', params: { sid: into } })}
          />
        )}
      </Suspense>
    </>
  )
}
