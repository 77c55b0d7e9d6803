const FORM = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/iu

/** Spec section 5: the scheme may be left out, the host has a dot. */
export const isWebAddress = (text: string): boolean => FORM.test(text)

/** A website without http or https gets https. */
export const withHttps = (text: string): string => (/^https?:\/\//i.test(text) ? text : `https://${text}`)
