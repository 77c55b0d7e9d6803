import { CONTACT_EMAILS_MAX, CONTACT_LABELS_MAX, CONTACT_TAGS_MAX } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'

/** SQL: the words of a contact, and those that the row adds. */
const mergeWords = (
  existing: RawBuilder<unknown>,
  added: RawBuilder<unknown>,
  most: number,
) => sql`(${existing} || array(
  select w.word from unnest(${added}) with ordinality as w (word, position)
  where lower(w.word) not in (select lower(e.word) from unnest(${existing}) as e (word))
  order by w.position
))[1:${sql.lit(most)}]`

/**
 * SQL: what the contact `t` is after a row: values of the row replace its own, words are added, and an empty cell
 * changes nothing, nor does an email that the contact has besides its main one. A birthday without a year does not
 * replace the same one with a year.
 */
export function mergedValues(
  row: 'r',
): Record<
  'name' | 'email' | 'other_emails' | 'birth_date' | 'tags' | 'labels' | 'status_key' | 'tax_exemption' | 'custom',
  RawBuilder<unknown>
> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const birthDate = of('birth_date')
  const email = sql`case when lower(${of('email')}::text) = any(t.other_emails) then t.email else coalesce(${of('email')}, t.email) end`
  return {
    name: sql`case when ${of('name')} <> '' then ${of('name')} else t.name end`,
    email,
    other_emails: sql`case when ${of('other_emails')} = '{}' then t.other_emails else ${mergeWords(
      sql`t.other_emails`,
      sql`array_remove(${of('other_emails')}, lower((${email})::text))`,
      CONTACT_EMAILS_MAX - 1,
    )} end`,
    birth_date: sql`case
      when ${birthDate} is null then t.birth_date
      when ${birthDate} < '1605-01-01' and to_char(${birthDate}, 'MMDD') = to_char(t.birth_date, 'MMDD') then t.birth_date
      else ${birthDate} end`,
    tags: mergeWords(sql`t.tags`, of('tags'), CONTACT_TAGS_MAX),
    labels: mergeWords(sql`t.labels`, of('labels'), CONTACT_LABELS_MAX),
    status_key: sql`coalesce(${of('status_key')}, t.status_key)`,
    tax_exemption: sql`coalesce(${of('tax_exemption')}, t.tax_exemption)`,
    custom: sql`t.custom || ${of('custom')}`,
  }
}

/** SQL: whether the row changes the contact `t`. */
export function isChanged(row: 'r'): RawBuilder<boolean> {
  const { name, email, other_emails, birth_date, tags, labels, status_key, tax_exemption, custom } = mergedValues(row)
  return sql<boolean>`(t.name, t.email, t.other_emails, t.birth_date, t.tags, t.labels, t.status_key, t.tax_exemption, t.custom) is distinct from
    (${name}, ${email}, ${other_emails}, ${birth_date}, ${tags}, ${labels}, ${status_key}, ${tax_exemption}, ${custom})`
}
