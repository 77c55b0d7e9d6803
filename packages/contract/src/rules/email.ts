/** Whether a text has the form of an email address; the server decides whether it accepts it. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
