import type { PageLanguage } from '@frontdesk/contract/rules'

interface Facts {
  business: string
  number: string
  amount: string
}

interface DocumentMailTexts {
  estimate: { subject: (facts: Facts) => string; line: (facts: Facts) => string; open: string }
  request: { subject: (facts: Facts) => string; line: (facts: Facts) => string; open: string }
  receipt: { subject: (facts: Facts) => string; line: (facts: Facts) => string; open: string }
  attached: string
  linkHint: string
}

/** Emails that carry a document. */
export const DOCUMENT_MAIL_TEXTS: Record<PageLanguage, DocumentMailTexts> = {
  en: {
    estimate: {
      subject: ({ business, number }) => `Estimate ${number} from ${business}`,
      line: ({ amount }) => `Your estimate comes to ${amount}.`,
      open: 'View and approve',
    },
    request: {
      subject: ({ business, number }) => `Invoice ${number} from ${business}`,
      line: ({ amount }) => `${amount} is due.`,
      open: 'View and pay',
    },
    receipt: {
      subject: ({ business, number }) => `Receipt ${number} from ${business}`,
      line: ({ number }) => `Here is your receipt for ${number}.`,
      open: 'View receipt',
    },
    attached: 'A PDF is attached.',
    linkHint: 'If the button does not work, open this address:',
  },
  es: {
    estimate: {
      subject: ({ business, number }) => `Presupuesto ${number} de ${business}`,
      line: ({ amount }) => `Su presupuesto es de ${amount}.`,
      open: 'Ver y aprobar',
    },
    request: {
      subject: ({ business, number }) => `Factura ${number} de ${business}`,
      line: ({ amount }) => `Importe pendiente: ${amount}.`,
      open: 'Ver y pagar',
    },
    receipt: {
      subject: ({ business, number }) => `Recibo ${number} de ${business}`,
      line: ({ number }) => `Este es su recibo de ${number}.`,
      open: 'Ver recibo',
    },
    attached: 'Se adjunta un PDF.',
    linkHint: 'Si el botón no funciona, abra esta dirección:',
  },
  fr: {
    estimate: {
      subject: ({ business, number }) => `Devis ${number} de ${business}`,
      line: ({ amount }) => `Le montant de votre devis est de ${amount}.`,
      open: 'Voir et accepter',
    },
    request: {
      subject: ({ business, number }) => `Facture ${number} de ${business}`,
      line: ({ amount }) => `Il reste ${amount} à payer.`,
      open: 'Voir et payer',
    },
    receipt: {
      subject: ({ business, number }) => `Reçu ${number} de ${business}`,
      line: ({ number }) => `Voici votre reçu pour ${number}.`,
      open: 'Voir le reçu',
    },
    attached: 'Un PDF est joint.',
    linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  },
}
