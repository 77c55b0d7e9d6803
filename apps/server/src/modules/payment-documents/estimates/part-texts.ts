import { PAYMENT_LINK_VARIABLE, type PageLanguage } from '@frontdesk/contract/rules'

interface Texts {
  deposit: (number: string) => string
  installment: (index: number, count: number, number: string) => string
  /** Deduction of the amount of another request; null: it has no number yet. */
  requested: (number: string | null) => string
  /** Text with an installment that is due. */
  due: (installment: { description: string; amount: string; date: string }) => string
}

/** Lines of requests for parts of an estimate, and texts with them, which the contact reads. */
export const PART_TEXTS: Record<PageLanguage, Texts> = {
  en: {
    deposit: (number) => `Deposit for ${number}`,
    installment: (index, count, number) => `Installment ${index} of ${count} for ${number}`,
    requested: (number) => (number === null ? 'Requested separately' : `Requested with ${number}`),
    due: ({ description, amount, date }) =>
      `${description}: ${amount}, due ${date}. Pay here: ${PAYMENT_LINK_VARIABLE}`,
  },
  es: {
    deposit: (number) => `Depósito de ${number}`,
    installment: (index, count, number) => `Cuota ${index} de ${count} de ${number}`,
    requested: (number) => (number === null ? 'Solicitado por separado' : `Solicitado con ${number}`),
    due: ({ description, amount, date }) =>
      `${description}: ${amount}, vence el ${date}. Pague aquí: ${PAYMENT_LINK_VARIABLE}`,
  },
  fr: {
    deposit: (number) => `Acompte pour ${number}`,
    installment: (index, count, number) => `Échéance ${index} sur ${count} pour ${number}`,
    requested: (number) => (number === null ? 'Demandé séparément' : `Demandé avec ${number}`),
    due: ({ description, amount, date }) =>
      `${description} : ${amount}, à payer le ${date}. Payez ici : ${PAYMENT_LINK_VARIABLE}`,
  },
}
