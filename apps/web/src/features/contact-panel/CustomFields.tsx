import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contactById } from '../../entities/contact/queries.ts'
import { fieldText } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import panelClasses from './ContactPanel.module.css'
import { Fact } from './Fact.tsx'

/** The business's own fields that have a value. A conversation comes without them. */
export function CustomFields({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const fields = useContactFields()
  const { data } = useQuery({ ...contactById(contactId), enabled: fields.length > 0 })
  const filled = fields.flatMap((field) => {
    const value = data?.custom[field.id]
    return value === undefined ? [] : [{ field, value }]
  })
  if (filled.length === 0) return null
  return (
    <section aria-label={t`Fields`}>
      <dl className={panelClasses.facts}>
        {filled.map(({ field, value }) => (
          <Fact key={field.id} label={field.name}>
            {fieldText(field, value)}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
