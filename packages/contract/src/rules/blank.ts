const NOTHING_VISIBLE = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether nobody could see anything of a text: nothing, spaces, or characters that have no width. */
export const isBlank = (text: string): boolean => NOTHING_VISIBLE.test(text)
