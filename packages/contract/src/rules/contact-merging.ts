/** Fields of which a merged contact has one value: that of the survivor, or that of the other contact. */
export const MERGE_FIELDS = ['name', 'email', 'birthDate', 'language', 'statusKey', 'locationID'] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

export const MERGE_SIDES = ['survivor', 'other'] as const
export type MergeSide = (typeof MERGE_SIDES)[number]

/** Why two contacts may be the same person. */
export const DUPLICATE_REASONS = ['email', 'name-and-location', 'name-and-birth-date'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]
