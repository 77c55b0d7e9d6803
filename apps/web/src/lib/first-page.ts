/** `initialPageParam` of lists that continue at a cursor; typed, so that it infers the type of later pages. */
export const FIRST_CURSOR: string | undefined = undefined
