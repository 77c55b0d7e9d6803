import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ConflictNotice } from './ConflictNotice.tsx'
import { type ApiFormOptions, useApiForm } from './use-api-form.ts'
import { useFormConflicts } from './use-form-conflicts.ts'

/** Fields that are compared with a teammate’s version, and chosen together. */
export interface SharedPart<Values> {
  label: string
  fields: readonly (keyof Values)[]
  /** How a version is displayed; default: its only field as text. */
  show?: (values: Values) => ReactNode
}

interface Options<Values> extends Omit<ApiFormOptions<Values>, 'onConflict'> {
  parts: Record<string, SharedPart<Values>>
  /** Returns the stored values if a save was refused because a teammate saved in the meantime. */
  onConflict: (error: unknown) => Values | undefined | Promise<Values | undefined>
}

/**
 * A form for something that teammates edit too. After a refused save, the form takes over what only they changed and
 * shows both versions of what both changed: nothing is overwritten before one of the two is chosen.
 */
export function useSharedForm<Values extends object>({ parts, save, onConflict, ...options }: Options<Values>) {
  const { t } = useLingui()
  const fields = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.fields]))
  const conflicts = useFormConflicts<Values, string>(fields)
  const [conflictError, setConflictError] = useState<unknown>(null)
  const [refused, setRefused] = useState(0)
  const form = useApiForm<Values>({
    ...options,
    save: async (values, changed) => {
      await save(values, changed)
      conflicts.close()
    },
    onConflict: async (error, { values, base }) => {
      const theirs = await onConflict(error)
      if (theirs) {
        conflicts.open({ base, values, theirs })
        setConflictError(error)
        setRefused(0)
      }
      return theirs
    },
  })
  const displayOf = (name: string, values: Values): ReactNode => {
    const part = parts[name]
    const text = part?.show ? part.show(values) : String(values[part?.fields[0] as keyof Values] ?? '')
    return text === '' ? <Trans>None</Trans> : text
  }
  const labelOf = (name: string) => parts[name]?.label ?? ''
  return {
    ...form,
    error: form.error === conflictError ? null : form.error,
    refusals: form.refusals + refused,
    rebase: (next: Values) => {
      form.rebase(next)
      conflicts.follow(next)
    },
    submit: async (): Promise<boolean> => {
      if (!conflicts.isUndecided) return form.submit()
      setRefused((count) => count + 1)
      return false
    },
    /** Shown above the fields until every conflict is resolved and saved. */
    notice: conflicts.isOpen && (
      <ConflictNotice
        conflicts={conflicts.conflicts.map(({ part, mine, theirs, choice }) => ({
          part,
          label: labelOf(part),
          mine: displayOf(part, choice === 'theirs' ? mine : form.values),
          theirs: displayOf(part, theirs),
          choice,
        }))}
        adopted={conflicts.adopted.map(labelOf)}
        error={refused > 0 ? t`Choose one of the two.` : undefined}
        onChoose={(part, choice) => form.merge(conflicts.choose(part, choice, form.values))}
      >
        <Trans>A teammate saved this while you were editing it.</Trans>{' '}
        {conflicts.conflicts.length > 0 ? (
          <Trans>Choose what to keep, then save again.</Trans>
        ) : (
          <Trans>Check it, then save again.</Trans>
        )}
      </ConflictNotice>
    ),
  }
}
