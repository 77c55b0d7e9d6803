/**
 * Autoresponses, what phones answer by themselves: those of drivers on iOS and Android, and business lines, whose
 * replies say so.
 */
const AUTORESPONSES = [
  /^i['’]?m driving with (focus|do not disturb while driving) turned on\b/i,
  /^\(i['’]?m not receiving notifications\. if this is urgent\b/i,
  /^i['’]?m driving (right )?now[.,]? (?:i['’]?ll|and will) (?:get back|reply|call|text|see)/i,
  /^sorry, i['’]?m driving[.!]? i['’]?ll (?:get back|reply|call|text)/i,
  /^\W*this is an (automatic|automated|auto)[- ]?(reply|response|message)\b[^?]*$/i,
  /^\W*(automatic|automated|auto)[- ]?(reply|response|message)(\W*$|[ ]*[:\n–—-][^?]*$)/i,
]

/** Whether the contact's phone wrote the text, so that no one waits for an answer. */
export const isAutoresponse = (body: string): boolean => AUTORESPONSES.some((pattern) => pattern.test(body.trim()))
