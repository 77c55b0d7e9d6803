import { PAYMENT_LINK_VARIABLE, type PageLanguage } from '@frontdesk/contract/rules'

interface Due {
  number: string
  amount: string
  date: string
}

const link = PAYMENT_LINK_VARIABLE

/** What contacts are reminded with. */
export const REMINDER_TEXTS: Record<PageLanguage, (due: Due) => string> = {
  en: ({ number, amount, date }) =>
    `A reminder that ${amount} for ${number}, due on ${date}, is still open. Pay here: ${link}`,
  es: ({ number, amount, date }) =>
    `Le recordamos que ${amount} de ${number}, con vencimiento el ${date}, sigue pendiente. Pague aquí: ${link}`,
  fr: ({ number, amount, date }) =>
    `Rappel : ${amount} pour ${number}, à payer avant le ${date}, reste dû. Payez ici : ${link}`,
}
