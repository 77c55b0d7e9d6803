import { useState } from 'react'

export interface FormConflict<Values, Part extends string> {
  part: Part
  mine: Values
  theirs: Values
  /** null until it is chosen. */
  choice: 'mine' | 'theirs' | null
}

/** Changes that a teammate saved while a form was edited. */
interface Conflicts<Values, Part extends string> {
  /** Changed on both sides. */
  conflicts: readonly FormConflict<Values, Part>[]
  /** Changed by the teammate only. */
  adopted: readonly Part[]
}

interface Opened<Values> {
  /** The values that the edits are based on. */
  base: Values
  values: Values
  theirs: Values
  /** It can no longer be edited, such as after it was sent: the edits are only shown. */
  isClosed?: boolean
}

/**
 * Parts of a form that a teammate changed too, until one of the two versions is chosen and saved.
 * @param parts The fields that are compared and chosen as one.
 */
export function useFormConflicts<Values extends object, Part extends string>(
  parts: Record<Part, readonly (keyof Values)[]>,
) {
  const [state, setState] = useState<Conflicts<Values, Part> | null>(null)
  const names = Object.keys(parts) as Part[] // TypeScript types keys as string.
  const isSame = (part: Part, a: Values, b: Values): boolean =>
    parts[part].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
  const fieldsOf = (part: Part, values: Values): Partial<Values> => {
    const fields: Partial<Values> = {}
    for (const name of parts[part]) fields[name] = values[name]
    return fields
  }
  const open = ({ base, values, theirs, isClosed = false }: Opened<Values>) =>
    setState((before) => {
      const conflicts = names.flatMap((part): FormConflict<Values, Part>[] => {
        const previous = before?.conflicts.find((each) => each.part === part)
        const mine = previous?.choice === 'theirs' ? previous.mine : values
        const isBoth = !isSame(part, values, base) && (isClosed || !isSame(part, theirs, base))
        if (isSame(part, mine, theirs) || !(previous || isBoth)) return []
        const choice = previous && isSame(part, previous.theirs, theirs) ? previous.choice : null
        return [{ part, mine, theirs, choice }]
      })
      const adopted = names.filter(
        (part) => !isSame(part, theirs, base) && !conflicts.some((conflict) => conflict.part === part),
      )
      return { conflicts, adopted }
    })
  return {
    ...(state ?? { conflicts: [], adopted: [] }),
    isOpen: state !== null,
    isUndecided: state?.conflicts.some(({ choice }) => choice === null) ?? false,
    open,
    close: () => setState(null),
    /** Replaces the teammate’s version after the form was rebased on a later one. */
    follow: (theirs: Values) =>
      setState((now) => now && { ...now, conflicts: now.conflicts.map((conflict) => ({ ...conflict, theirs })) }),
    /** Returns the fields of the chosen version. The user’s own edits stay in the conflict. */
    choose: (part: Part, choice: 'mine' | 'theirs', values: Values): Partial<Values> => {
      const conflict = state?.conflicts.find((each) => each.part === part)
      if (!state || !conflict) return {}
      const mine = conflict.choice === 'theirs' ? conflict.mine : values
      setState({
        ...state,
        conflicts: state.conflicts.map((each) => (each === conflict ? { ...each, mine, choice } : each)),
      })
      return fieldsOf(part, choice === 'mine' ? mine : conflict.theirs)
    },
  }
}
