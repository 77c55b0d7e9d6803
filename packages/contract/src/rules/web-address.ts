const FORM = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/iu

/** Whether a text is a web address: the scheme is optional, the host must have a dot. */
export const isWebAddress = (text: string): boolean => FORM.test(text)

/** Adds https to a web address without a scheme. */
export const withHttps = (text: string): string => (/^https?:\/\//i.test(text) ? text : `https://${text}`)
