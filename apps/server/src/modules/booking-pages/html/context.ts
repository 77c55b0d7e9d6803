import { formatMoney, localeOf } from '@frontdesk/contract/rules'
import type { PageContext as Context } from '../../../platform/pages/context.ts'
import type { PageTexts } from './texts.ts'

export type PageContext = Context<PageTexts>

export const formatPrice = ({ language }: PageContext, amount: number, currency: string): string =>
  formatMoney(amount, currency, localeOf(language))

export const countryName = ({ language }: PageContext, code: string): string =>
  new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code
