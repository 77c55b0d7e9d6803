import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactMerges } from '../../entities/contact/queries.ts'
import { unmergeContacts } from '../../entities/contact/unmerge-contacts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import sectionClasses from './PanelSections.module.css'

interface Props {
  id: string
  zone: string
  mayEdit: boolean
}

/** The contacts that were merged into this one, each of which can be unmerged. */
export function ContactMerges({ id, zone, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const merges = useQuery(contactMerges(id)).data ?? []
  if (merges.length === 0) return null
  return (
    <section aria-label={t`Merged contacts`} className={sectionClasses.section}>
      <h3 className={sectionClasses.title}>
        <Trans>Merged contacts</Trans>
      </h3>
      {merges.map((merge) => (
        <p key={merge.id} className={sectionClasses.soft}>
          <Trans>
            Merged from {contactName(merge)}, {phoneText(merge.phone)}
          </Trans>
          {' · '}
          <time dateTime={merge.mergedOnUtc} title={exact(merge.mergedOnUtc, zone)}>
            {fullDate(merge.mergedOnUtc)}
          </time>
          {' · '}
          {merge.mergedBy}
          {mayEdit && (
            <>
              {' · '}
              <TextButton
                onClick={() =>
                  confirm({
                    title: t`Unmerge ${contactName(merge)}?`,
                    text: t`The number becomes a contact of its own again, as it was before. What you changed since then stays with this contact.`,
                    confirmLabel: t`Unmerge`,
                    isDestructive: false,
                    act: () => unmergeContacts(cache, merge.id),
                  })
                }
              >
                <Trans>Unmerge</Trans>
              </TextButton>
            </>
          )}
        </p>
      ))}
    </section>
  )
}
