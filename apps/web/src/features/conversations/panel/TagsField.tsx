import { CONTACT_TAGS_MAX, type Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { TagsInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { contactChanged } from '../contact-changed.ts'
import classes from './PanelSections.module.css'

interface Props {
  conversation: Conversation
  mayEdit: boolean
}

export function TagsField({ conversation, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const tellFailure = useFailureToast()
  const { id, tags } = conversation.contact
  if (!mayEdit) {
    return <p className={classes.soft}>{tags.length > 0 ? tags.join(', ') : <Trans>No tags</Trans>}</p>
  }
  const save = (next: string[]) =>
    void api.contacts
      .updateTags({ id, tags: next.map((tag) => tag.trim().slice(0, 40)).filter(Boolean) })
      .then((contact) => contactChanged(cache, conversation.sid, contact))
      .catch(tellFailure)
  return (
    <TagsInput
      size="xs"
      aria-label={t`Tags`}
      placeholder={tags.length === 0 ? t`Type a tag, then Enter` : undefined}
      maxTags={CONTACT_TAGS_MAX}
      acceptValueOnBlur
      value={tags}
      onChange={save}
    />
  )
}
