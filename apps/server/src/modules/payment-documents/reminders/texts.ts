import { PAYMENT_LINK_VARIABLE, type PageLanguage } from '@frontdesk/contract/rules'

interface Due {
  number: string
  amount: string
  date: string
}

const link = PAYMENT_LINK_VARIABLE

/** Texts of reminders to contacts. */
export const REMINDER_TEXTS: Record<PageLanguage, (due: Due) => string> = {
  en: ({ number, amount, date }) =>
    `This is a reminder that ${amount} for ${number} (due ${date}) has not been paid yet. Pay here: ${link}`,
  es: ({ number, amount, date }) =>
    `Le recordamos que ${amount} de ${number}, con vencimiento el ${date}, sigue pendiente. Pague aquí: ${link}`,
  fr: ({ number, amount, date }) =>
    `Rappel : il reste ${amount} à payer pour ${number} (échéance : ${date}). Payez ici : ${link}`,
}
