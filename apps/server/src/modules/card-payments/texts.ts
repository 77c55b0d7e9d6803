import type { PAGE_LANGUAGES } from '@frontdesk/contract/rules'

type Language = (typeof PAGE_LANGUAGES)[number]

interface Facts {
  business: string
  amount: string
  card: string
  number: string
  link: string
}

interface PaymentTexts {
  receipt: (facts: Facts) => string
  retry: (facts: Facts) => string
  receiptSubject: (facts: Facts) => string
  retrySubject: (facts: Facts) => string
  open: string
  linkHint: string
}

/** Texts and mails to contacts about their payments. */
export const PAYMENT_TEXTS: Record<Language, PaymentTexts> = {
  en: {
    receipt: ({ business, amount, card, number, link }) =>
      `${business}: we charged ${amount} to your ${card} for ${number}, as agreed. Your receipt: ${link}`,
    retry: ({ business, amount, number, link }) =>
      `${business}: your payment of ${amount} for ${number} did not go through. You can try again at any time. Questions? Just reply. ${link}`,
    receiptSubject: ({ amount, number }) => `Receipt for ${amount}, ${number}`,
    retrySubject: ({ number }) => `Your payment for ${number} did not go through`,
    open: 'Open',
    linkHint: 'If the button does not work, open this address:',
  },
  es: {
    receipt: ({ business, amount, card, number, link }) =>
      `${business}: cobramos ${amount} en su ${card} por ${number}, según lo acordado. Su recibo: ${link}`,
    retry: ({ business, amount, number, link }) =>
      `${business}: su pago de ${amount} por ${number} no se pudo completar. Puede intentarlo de nuevo cuando quiera. ¿Preguntas? Responda a este mensaje. ${link}`,
    receiptSubject: ({ amount, number }) => `Recibo de ${amount}, ${number}`,
    retrySubject: ({ number }) => `Su pago por ${number} no se pudo completar`,
    open: 'Abrir',
    linkHint: 'Si el botón no funciona, abra esta dirección:',
  },
  fr: {
    receipt: ({ business, amount, card, number, link }) =>
      `${business} : nous avons débité ${amount} sur votre ${card} pour ${number}, comme convenu. Votre reçu : ${link}`,
    retry: ({ business, amount, number, link }) =>
      `${business} : votre paiement de ${amount} pour ${number} n’a pas abouti. Vous pouvez réessayer à tout moment. Des questions ? Répondez à ce message. ${link}`,
    receiptSubject: ({ amount, number }) => `Reçu de ${amount}, ${number}`,
    retrySubject: ({ number }) => `Votre paiement pour ${number} n’a pas abouti`,
    open: 'Ouvrir',
    linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  },
}
