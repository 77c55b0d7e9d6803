import { CONTACT_TAGS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { TagInput } from '../../entities/contact/TagInput.tsx'
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
  return <TagInput size="xs" aria-label={t`Tags`} maxTags={CONTACT_TAGS_MAX} value={tags} onChange={set} />
}
