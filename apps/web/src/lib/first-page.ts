/** `initialPageParam` of lists that continue at a cursor; typed, so that it infers the type of later pages. */
export const FIRST_CURSOR: string | undefined = undefined

/** The same for lists that continue before the index of a message. */
export const FIRST_INDEX: number | undefined = undefined
