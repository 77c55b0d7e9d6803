import { z } from 'zod'

const FORM = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/iu

/** Spec section 5: the scheme may be left out, the host has a dot. */
export const isWebAddress = (text: string): boolean => FORM.test(text)

/** A website without http or https gets https. */
export const withHttps = (text: string): string => (/^https?:\/\//i.test(text) ? text : `https://${text}`)

/** A web address as somebody types it; an empty one is none. */
export const WebAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isWebAddress(text), 'Not a web address')
  .transform((text) => (text === '' ? null : withHttps(text)))
