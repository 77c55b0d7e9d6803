import { CONTACT_TAGS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { TagsInput } from '@mantine/core'
import { api } from '../../lib/api.ts'
import classes from './PanelSections.module.css'
import { type ListedOn, useContactList } from './use-contact-list.ts'

interface Props {
  contact: ListedOn
  /** A conversation that shows the contact. */
  sid: string | null
  mayEdit: boolean
}

export function TagsField({ contact, sid, mayEdit }: Props) {
  const { t } = useLingui()
  const { items: tags, set } = useContactList(contact, sid, 'tags', (id, change) =>
    api.contacts.updateTags({ id, ...change }),
  )
  if (!mayEdit) {
    return <p className={classes.soft}>{tags.length > 0 ? tags.join(', ') : <Trans>No tags</Trans>}</p>
  }
  return (
    <TagsInput
      size="xs"
      aria-label={t`Tags`}
      placeholder={tags.length === 0 ? t`Type a tag, then Enter` : undefined}
      maxTags={CONTACT_TAGS_MAX}
      acceptValueOnBlur
      value={tags}
      onChange={(next) => set(next.map((tag) => tag.trim().slice(0, 40)).filter(Boolean))}
    />
  )
}
