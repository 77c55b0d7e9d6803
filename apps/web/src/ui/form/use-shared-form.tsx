import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ConflictNotice } from './ConflictNotice.tsx'
import { type ApiFormOptions, useApiForm } from './use-api-form.ts'
import { useFormConflicts } from './use-form-conflicts.ts'

/** What is compared with what a teammate saved, and chosen as one. */
export interface SharedPart<Values> {
  label: string
  fields: readonly (keyof Values)[]
  /** One side, as people read it; default: the only field as it is. */
  show?: (values: Values) => ReactNode
}

interface Options<Values> extends Omit<ApiFormOptions<Values>, 'onConflict'> {
  parts: Record<string, SharedPart<Values>>
  /** Returns the present values if a save was refused because a teammate saved meanwhile. */
  onConflict: (error: unknown) => Values | undefined | Promise<Values | undefined>
}

/**
 * A form of something that teammates edit too. After a refused save, what only they changed is in the form, and both
 * versions of what both changed are shown: nothing is overwritten before one of the two was chosen.
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
  const shown = (name: string, values: Values): ReactNode => {
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
    /** Shown above the fields, until both sides of each conflict were compared. */
    notice: conflicts.isOpen && (
      <ConflictNotice
        conflicts={conflicts.conflicts.map(({ part, mine, theirs, choice }) => ({
          part,
          label: labelOf(part),
          mine: shown(part, choice === 'theirs' ? mine : form.values),
          theirs: shown(part, theirs),
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
