import { PAGE_LANGUAGES, PAYMENT_LINK_VARIABLE, type PageLanguage } from '@frontdesk/contract/rules'

interface Named {
  number: string
  total: string
}

interface Texts {
  approved: (estimate: Named) => string
  withDeposit: (estimate: Named & { deposit: string }) => string
  late: (estimate: Named) => string
  declined: (estimate: Named) => string
  already: (estimate: Named) => string
  changed: (estimate: Named) => string
}

const link = PAYMENT_LINK_VARIABLE

/** Our replies to texts about estimates. */
export const REPLIES: Record<PageLanguage, Texts> = {
  en: {
    approved: ({ number, total }) => `Thank you. You approved estimate ${number} for ${total}.`,
    withDeposit: ({ number, total, deposit }) =>
      `Thank you. You approved estimate ${number} for ${total}. Please pay the deposit of ${deposit} here: ${link}`,
    late: ({ number }) =>
      `Thank you. Estimate ${number} has expired, so our team will review your approval and text you.`,
    declined: ({ number }) => `Thank you for letting us know. You declined estimate ${number}.`,
    already: ({ number }) => `Estimate ${number} is already approved. Thank you.`,
    changed: ({ number }) => `Estimate ${number} has changed since. Please see the new version here: ${link}`,
  },
  es: {
    approved: ({ number, total }) => `Gracias, ha aprobado el presupuesto ${number} por ${total}.`,
    withDeposit: ({ number, total, deposit }) =>
      `Gracias, ha aprobado el presupuesto ${number} por ${total}. Pague el depósito de ${deposit} aquí: ${link}`,
    late: ({ number }) =>
      `Gracias. El presupuesto ${number} ya no es válido; nuestro equipo revisará su aprobación y le escribirá.`,
    declined: ({ number }) => `Gracias por avisarnos de que rechaza el presupuesto ${number}.`,
    already: ({ number }) => `El presupuesto ${number} ya está aprobado. ¡Gracias!`,
    changed: ({ number }) => `El presupuesto ${number} ha cambiado. Vea la nueva versión aquí: ${link}`,
  },
  fr: {
    approved: ({ number, total }) => `Merci, vous avez accepté le devis ${number} de ${total}.`,
    withDeposit: ({ number, total, deposit }) =>
      `Merci, vous avez accepté le devis ${number} de ${total}. Payez l’acompte de ${deposit} ici : ${link}`,
    late: ({ number }) =>
      `Merci. Le devis ${number} n’est plus valable ; notre équipe vérifiera votre accord et vous écrira.`,
    declined: ({ number }) => `Merci de nous avoir prévenus. Vous avez refusé le devis ${number}.`,
    already: ({ number }) => `Le devis ${number} est déjà accepté. Merci !`,
    changed: ({ number }) => `Le devis ${number} a changé. Consultez la nouvelle version ici : ${link}`,
  },
}

export const languageOf = (language: string | null): PageLanguage =>
  PAGE_LANGUAGES.find((each) => each === language) ?? 'en'
