import { useState } from 'react'
import type { CampaignValues } from './campaign-values.ts'

export const AUDIENCE_FIELDS = [
  'isEveryone',
  'segmentIDs',
  'groupSids',
  'tags',
  'subscribers',
  'filter',
  'excludesOpenConversations',
] as const satisfies readonly (keyof CampaignValues)[]

/** What is compared and chosen as one. */
const PARTS = {
  name: ['name'],
  location: ['location'],
  audience: AUDIENCE_FIELDS,
  files: ['attachments'],
  text: ['text'],
  variants: ['variants'],
  followUps: ['followUps'],
  controlPercent: ['controlPercent'],
} as const satisfies Record<string, readonly (keyof CampaignValues)[]>

export type CampaignPart = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as CampaignPart[] // TypeScript types keys as string.

export interface CampaignConflict {
  part: CampaignPart
  mine: CampaignValues
  theirs: CampaignValues
  /** null until it is chosen. */
  choice: 'mine' | 'theirs' | null
}

/** What a teammate saved while the form was edited. */
interface Conflicts {
  /** Changed on both sides. */
  conflicts: readonly CampaignConflict[]
  /** Changed by the teammate only. */
  adopted: readonly CampaignPart[]
}

const isSame = (part: CampaignPart, one: CampaignValues, other: CampaignValues): boolean =>
  PARTS[part].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))

const fieldsOf = (part: CampaignPart, values: CampaignValues): Partial<CampaignValues> =>
  Object.fromEntries(PARTS[part].map((name) => [name, values[name]]))

interface Opened {
  /** What the form was based on. */
  base: CampaignValues
  values: CampaignValues
  theirs: CampaignValues
  /** It was sent or scheduled, so no edit is part of it. */
  isClosed: boolean
}

/** Parts of a campaign that a teammate and the form changed, until one of the two is chosen and saved. */
export function useCampaignConflicts() {
  const [state, setState] = useState<Conflicts | null>(null)
  const open = ({ base, values, theirs, isClosed }: Opened) =>
    setState((before) => {
      const conflicts = PART_NAMES.flatMap((part): CampaignConflict[] => {
        const previous = before?.conflicts.find((each) => each.part === part)
        const mine = previous?.choice === 'theirs' ? previous.mine : values
        const isBoth = !isSame(part, values, base) && (isClosed || !isSame(part, theirs, base))
        if (isSame(part, mine, theirs) || !(previous || isBoth)) return []
        const choice = previous && isSame(part, previous.theirs, theirs) ? previous.choice : null
        return [{ part, mine, theirs, choice }]
      })
      const adopted = PART_NAMES.filter(
        (part) => !isSame(part, theirs, base) && !conflicts.some((conflict) => conflict.part === part),
      )
      return { conflicts, adopted }
    })
  return {
    ...(state ?? { conflicts: [], adopted: [] }),
    isOpen: state !== null,
    open,
    close: () => setState(null),
    /** Follows a later version that the form took over. */
    follow: (theirs: CampaignValues) =>
      setState((now) => now && { ...now, conflicts: now.conflicts.map((conflict) => ({ ...conflict, theirs })) }),
    /** Returns the fields to show for what was chosen. What was written before stays in the conflict. */
    choose: (part: CampaignPart, choice: 'mine' | 'theirs', values: CampaignValues): Partial<CampaignValues> => {
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
