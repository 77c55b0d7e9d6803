import { useLingui } from '@lingui/react/macro'
import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usedTagsQuery } from './queries.ts'
import { sameTag } from './same-tag.ts'

const TAG_MAX = 40

interface Props extends Omit<TagsInputProps, 'data' | 'value' | 'onChange'> {
  value: string[]
  onChange: (tags: string[]) => void
}

/** Tags of contacts. Offers those in use, and takes their spelling: there is no "vip" beside "VIP". */
export function TagInput({ value, onChange, ...rest }: Props) {
  const { t } = useLingui()
  const used = useQuery(usedTagsQuery).data ?? []
  const change = (typed: string[]) => {
    const tags = typed.map((tag) => tag.trim().slice(0, TAG_MAX)).filter(Boolean)
    const spelled = tags.map((tag) => (value.includes(tag) ? tag : (sameTag(used, tag) ?? tag)))
    onChange([...new Set(spelled)])
  }
  return (
    <TagsInput
      placeholder={value.length === 0 ? t`Type a tag, then Enter` : undefined}
      acceptValueOnBlur
      openOnFocus={false}
      data={used}
      {...rest}
      value={value}
      onChange={change}
    />
  )
}
