import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactByPhone } from '../../entities/contact/queries.ts'
import {
  mayBeNumber,
  numberCheckQuery,
  problemOf,
  useNumberProblemText,
} from '../../entities/phone-number/number-check.ts'

/** Of numbers in national format. */
const COUNTRY = 'US'

export const checkOf = (number: string) => numberCheckQuery(number.trim(), COUNTRY)

/** Why a number cannot be texted, as far as it has been checked. */
export function useNumberProblem() {
  const cache = useQueryClient()
  const problemText = useNumberProblemText()
  return (typed: string): string | undefined => {
    const number = typed.trim()
    if (number === '') return undefined
    if (!mayBeNumber(number)) return problemText('invalid')
    const problem = problemOf(cache.getQueryData(checkOf(number).queryKey))
    return problem ? problemText(problem) : undefined
  }
}

interface Props extends Omit<ComponentProps<typeof TextInput>, 'value'> {
  value: string
  /** Opens the contact that has the number already. */
  onOpen: (id: string) => void
}

/**
 * The field of a number, which is looked up when it is left: whether it can be texted, and whether a contact has it.
 */
export function NumberInput({ value, error, onOpen, ...rest }: Props) {
  const { t } = useLingui()
  const problemIn = useNumberProblem()
  const [checked, setChecked] = useState('')
  const number = value.trim()
  const check = useQuery({ ...checkOf(number), enabled: checked === number && mayBeNumber(number) })
  const isEntered = (checked === number || Boolean(error)) && mayBeNumber(number)
  const existing = useQuery({ ...contactByPhone(number), enabled: isEntered }).data
  const problem = checked === number || check.data ? problemIn(number) : undefined
  return (
    <>
      <TextInput
        type="tel"
        placeholder="(202) 555-0134"
        autoComplete="off"
        maxLength={40}
        value={value}
        {...rest}
        error={
          error ?? problem ?? (isEntered && existing ? t`A contact with this phone number already exists.` : undefined)
        }
        onBlur={() => setChecked(number)}
      />
      {isEntered && existing && (
        <Group gap="xs" role="status">
          <Button size="compact-xs" variant="default" onClick={() => onOpen(existing.id)}>
            <Trans>Open {contactName(existing)}</Trans>
          </Button>
        </Group>
      )}
      {check.data?.isLookedUp === false && !problem && (
        <Text size="sm" role="status">
          <Trans>We couldn’t check this number right now. You can still add the contact.</Trans>
        </Text>
      )}
    </>
  )
}
