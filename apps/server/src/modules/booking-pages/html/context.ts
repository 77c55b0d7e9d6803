import { type PageContext as Context, localeOf } from '../../../platform/pages/context.ts'
import type { PageTexts } from './texts.ts'

export type PageContext = Context<PageTexts>

export const formatPrice = ({ language }: PageContext, amount: number, currency: string): string => {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const countryName = ({ language }: PageContext, code: string): string =>
  new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code
