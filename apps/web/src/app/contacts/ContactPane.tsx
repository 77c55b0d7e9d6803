import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
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
  const sid = useQuery(contactById(id)).data?.conversationSid
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
