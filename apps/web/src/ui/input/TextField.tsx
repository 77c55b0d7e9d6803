import { TextInput, type TextInputProps } from '@mantine/core'
import { useFieldError } from '../form/Form.tsx'

interface Props extends TextInputProps {
  name: string
}

/** A text input that shows what its form found wrong with it. Most fields are required, so none carries an asterisk. */
export function TextField({ name, ...rest }: Props) {
  const error = useFieldError(name)
  return <TextInput name={name} withAsterisk={false} error={error} {...rest} />
}
