import type {
  CardPaymentMethod,
  ManualMethod,
  PageLanguage,
  PayerFailure,
  PaymentStatus,
} from '@frontdesk/contract/rules'

/** The texts of payment pages in one language. */
export interface PaymentPageTexts {
  request: (number: string) => string
  receipt: (number: string) => string
  estimate: (number: string) => string
  invoice: (number: string) => string
  depositInvoice: (number: string) => string
  refundReceipt: (number: string) => string
  issuedOn: (date: string) => string
  paidOn: (payment: { amount: string; date: string; method: string }) => string
  refundedOn: (refund: { amount: string; date: string }) => string
  refundedPart: (part: string, amount: string) => string
  methods: Record<ManualMethod | CardPaymentMethod, string>
  download: string
  digitsTitle: string
  digitsWhy: (business: string) => string
  digits: string
  show: string
  wrongDigits: string
  replacedTitle: string
  replacedNote: string
  showNewest: string
  statuses: Record<PaymentStatus, string>
  failures: Record<PayerFailure, string>
  waitingForAnswer: string
  dueOn: (date: string) => string
  overdue: (date: string) => string
  validUntil: (date: string) => string
  description: string
  quantity: string
  amount: string
  optional: string
  optionsTitle: string
  look: string
  approve: string
  decline: string
  approveTitle: string
  approveWording: (estimate: { number: string; version: number; total: string; business: string }) => string
  yourName: string
  nameMissing: string
  declineTitle: string
  reason: string
  confirmDecline: string
  back: string
  expiredNote: string
  lateNote: string
  deposit: (amount: string) => string
  payPart: (number: string, amount: string) => string
  discount: string
  subtotal: string
  taxExempted: string
  included: (tax: string) => string
  total: string
  tip: string
  paid: string
  refunded: string
  amountDue: string
  note: string
  terms: string
  attachments: string
  contactUs: string
  callUs: (phone: string) => string
  notOnline: string
  tipTitle: string
  noTip: string
  otherTip: string
  tipWrong: string
  pay: string
  leaving: string
  continue: string
  unavailable: string
  checking: string
  checkAgain: string
  tooManyAttempts: string
  noPdf: string
  linkInvalid: string
  linkExpired: string
  renew: string
  changedMeanwhile: string
  failed: string
}

const en: PaymentPageTexts = {
  request: (number) => `Payment request ${number}`,
  receipt: (number) => `Receipt ${number}`,
  estimate: (number) => `Estimate ${number}`,
  invoice: (number) => `Invoice ${number}`,
  depositInvoice: (number) => `Deposit invoice ${number}`,
  refundReceipt: (number) => `Refund receipt ${number}`,
  issuedOn: (date) => `Issued on ${date}`,
  paidOn: ({ amount, date, method }) => `${amount} paid on ${date} (${method})`,
  refundedOn: ({ amount, date }) => `Refunded ${amount} on ${date}`,
  refundedPart: (part, amount) => `${part}: ${amount}`,
  methods: {
    cash: 'cash',
    check: 'check',
    'card-terminal': 'card',
    'bank-transfer': 'bank transfer',
    other: 'other',
    credit: 'credit',
    card: 'card',
    'bank-debit': 'bank debit',
  },
  download: 'Download as PDF',
  digitsTitle: 'Enter the last four digits of your phone number',
  digitsWhy: (business) => `This makes sure that only you can see what ${business} sent you.`,
  digits: 'Last four digits',
  show: 'Continue',
  wrongDigits: 'Those are not the last four digits of the number we texted. Please try again.',
  replacedTitle: 'There is a newer version',
  replacedNote: 'The document behind this link was replaced.',
  showNewest: 'Show the newer version',
  statuses: {
    draft: 'Draft',
    sent: 'Waiting for payment',
    'sent-reminder': 'Waiting for payment',
    viewed: 'Waiting for payment',
    processing: 'Your payment is being processed. This can take a few days. You do not need to do anything.',
    'partly-paid': 'Partly paid',
    paid: 'Paid. Thank you.',
    'marked-as-paid': 'Paid. Thank you.',
    failed: 'The last payment did not go through. You have not been charged.',
    'partly-refunded': 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'This payment is disputed. Your bank will decide the outcome.',
    cancelled: 'Canceled. There is nothing to pay.',
    replaced: 'Replaced. There is nothing to pay here.',
    approved: 'Approved. Thank you.',
    declined: 'You declined this estimate.',
    expired: 'This estimate is no longer valid.',
    converted: 'Approved. Thank you.',
  },
  failures: {
    address: 'The billing address or postal code was wrong.',
    authentication: 'Your bank asks you to confirm the payment. Please try again and follow its instructions.',
    declined: 'Your bank declined the payment. Please use another card or account, or ask your bank.',
    expired: 'The card has expired, or the expiry date was wrong.',
    funds: 'There was not enough money on the card or account.',
    limit: 'The card has reached its limit.',
    number: 'The card number was wrong.',
    processing: 'Your bank could not process the payment. Please try again later.',
    'security-code': 'The security code of the card was wrong.',
    unsupported: 'The card cannot be used for this payment. Please use another one.',
  },
  waitingForAnswer: 'Waiting for your answer',
  dueOn: (date) => `Due on ${date}`,
  overdue: (date) => `Was due on ${date}`,
  validUntil: (date) => `Valid until ${date}`,
  description: 'Description',
  quantity: 'Quantity',
  amount: 'Amount',
  optional: 'optional',
  optionsTitle: 'Choose what you would like',
  look: 'Continue',
  approve: 'Approve',
  decline: 'Decline',
  approveTitle: 'Approve this estimate?',
  approveWording: ({ number, version, total, business }) =>
    `I approve estimate ${number}, version ${version}, with a total of ${total}, and ask ${business} to do this work.`,
  yourName: 'Your full name',
  nameMissing: 'Please enter your name.',
  declineTitle: 'Decline this estimate?',
  reason: 'Reason',
  confirmDecline: 'Decline the estimate',
  back: 'Back',
  expiredNote: 'This estimate has expired. You can still approve it, and our team will get back to you.',
  lateNote: 'You approved this estimate after it expired. Our team will review it and get back to you.',
  deposit: (amount) => `Deposit due when you approve: ${amount}`,
  payPart: (number, amount) => `Pay ${number}: ${amount}`,
  discount: 'Discount',
  subtotal: 'Subtotal',
  taxExempted: 'Tax not charged',
  included: (tax) => `${tax} (included)`,
  total: 'Total',
  tip: 'Tip',
  paid: 'Paid',
  refunded: 'Refunded',
  amountDue: 'Amount due',
  note: 'Note',
  terms: 'Terms',
  attachments: 'Attachments',
  contactUs: 'Questions?',
  callUs: (phone) => `Call us: ${phone}`,
  notOnline: 'Online payment is not available for this request. Please contact us to pay.',
  tipTitle: 'Add a tip?',
  noTip: 'No tip',
  otherTip: 'Another amount',
  tipWrong: 'Please enter the tip as an amount, such as 5.00.',
  pay: 'Continue to payment',
  leaving: 'Taking you to the payment page…',
  continue: 'Continue',
  unavailable: 'The payment page did not open. You have not been charged. Please try again in a minute.',
  checking: 'We are waiting for your payment to be confirmed. This page will update as soon as it is.',
  checkAgain: 'Check again',
  tooManyAttempts: 'Too many attempts. Please try again later.',
  noPdf: 'We can’t create the PDF right now. Please try again in a few minutes.',
  linkInvalid: 'This link does not work. Please check that it is complete.',
  linkExpired: 'This link has expired. Please ask us for a new one.',
  renew: 'This link has expired. Enter the digits to open it again.',
  changedMeanwhile: 'This has changed, so nothing was submitted. Please review it and try again.',
  failed: 'Something went wrong. Please try again.',
}

const es: PaymentPageTexts = {
  request: (number) => `Solicitud de pago ${number}`,
  receipt: (number) => `Recibo ${number}`,
  estimate: (number) => `Presupuesto ${number}`,
  invoice: (number) => `Factura ${number}`,
  depositInvoice: (number) => `Factura de depósito ${number}`,
  refundReceipt: (number) => `Recibo de reembolso ${number}`,
  issuedOn: (date) => `Fecha de emisión: ${date}`,
  paidOn: ({ amount, date, method }) => `${amount} pagados el ${date} (${method})`,
  refundedOn: ({ amount, date }) => `Reembolso de ${amount} el ${date}`,
  refundedPart: (part, amount) => `${part}: ${amount}`,
  methods: {
    cash: 'efectivo',
    check: 'cheque',
    'card-terminal': 'tarjeta',
    'bank-transfer': 'transferencia bancaria',
    other: 'otro',
    credit: 'saldo a favor',
    card: 'tarjeta',
    'bank-debit': 'débito bancario',
  },
  download: 'Descargar en PDF',
  digitsTitle: 'Escriba las últimas cuatro cifras de su número de teléfono',
  digitsWhy: (business) => `Así solo usted ve lo que le envió ${business}.`,
  digits: 'Últimas cuatro cifras',
  show: 'Continuar',
  wrongDigits: 'No son las últimas cuatro cifras del número al que escribimos. Inténtelo de nuevo.',
  replacedTitle: 'Hay una versión más nueva',
  replacedNote: 'El documento de este enlace fue sustituido.',
  showNewest: 'Ver la versión más nueva',
  statuses: {
    draft: 'Borrador',
    sent: 'Pendiente de pago',
    'sent-reminder': 'Pendiente de pago',
    viewed: 'Pendiente de pago',
    processing: 'Su pago se está procesando. Puede tardar unos días. No tiene que hacer nada.',
    'partly-paid': 'Pagado en parte',
    paid: 'Pagado. ¡Gracias!',
    'marked-as-paid': 'Pagado. ¡Gracias!',
    failed: 'El último pago falló. No se le ha cobrado.',
    'partly-refunded': 'Reembolsado en parte',
    refunded: 'Reembolsado',
    disputed: 'Este pago está en disputa. Su banco decidirá.',
    cancelled: 'Cancelado: no hay nada que pagar.',
    replaced: 'Sustituido: aquí no hay nada que pagar.',
    approved: 'Aprobado. ¡Gracias!',
    declined: 'Usted rechazó este presupuesto.',
    expired: 'Este presupuesto ya no es válido.',
    converted: 'Aprobado. ¡Gracias!',
  },
  failures: {
    address: 'La dirección de facturación o el código postal no son correctos.',
    authentication: 'Su banco le pide que confirme el pago. Inténtelo de nuevo y siga sus instrucciones.',
    declined: 'Su banco rechazó el pago. Use otra tarjeta o cuenta, o consulte a su banco.',
    expired: 'La tarjeta está vencida o la fecha de vencimiento no es correcta.',
    funds: 'No hay fondos suficientes en la tarjeta o la cuenta.',
    limit: 'La tarjeta alcanzó su límite.',
    number: 'El número de la tarjeta no es correcto.',
    processing: 'Su banco no pudo procesar el pago. Inténtelo más tarde.',
    'security-code': 'El código de seguridad de la tarjeta no es correcto.',
    unsupported: 'La tarjeta no se puede usar para este pago. Use otra.',
  },
  waitingForAnswer: 'A la espera de su respuesta',
  dueOn: (date) => `Vence el ${date}`,
  overdue: (date) => `Venció el ${date}`,
  validUntil: (date) => `Válido hasta el ${date}`,
  description: 'Descripción',
  quantity: 'Cantidad',
  amount: 'Importe',
  optional: 'opcional',
  optionsTitle: 'Elija lo que desea',
  look: 'Continuar',
  approve: 'Aprobar',
  decline: 'Rechazar',
  approveTitle: '¿Aprobar este presupuesto?',
  approveWording: ({ number, version, total, business }) =>
    `Apruebo el presupuesto ${number}, versión ${version}, por un total de ${total}, y encargo este trabajo a ${business}.`,
  yourName: 'Su nombre completo',
  nameMissing: 'Escriba su nombre.',
  declineTitle: '¿Rechazar este presupuesto?',
  reason: 'Motivo',
  confirmDecline: 'Rechazar el presupuesto',
  back: 'Volver',
  expiredNote: 'Este presupuesto ya venció. Aún puede aprobarlo; nuestro equipo se pondrá en contacto con usted.',
  lateNote: 'Usted aprobó este presupuesto después de su vencimiento. Nuestro equipo lo revisará y le avisará.',
  deposit: (amount) => `Depósito que se pide al aprobar: ${amount}`,
  payPart: (number, amount) => `Pagar ${number}: ${amount}`,
  discount: 'Descuento',
  subtotal: 'Subtotal',
  taxExempted: 'Impuesto no cobrado',
  included: (tax) => `${tax} (incluido)`,
  total: 'Total',
  tip: 'Propina',
  paid: 'Pagado',
  refunded: 'Reembolsado',
  amountDue: 'Importe pendiente',
  note: 'Nota',
  terms: 'Condiciones',
  attachments: 'Archivos adjuntos',
  contactUs: '¿Preguntas?',
  callUs: (phone) => `Llámenos: ${phone}`,
  notOnline: 'Esta solicitud no se puede pagar en línea. Contáctenos para pagar.',
  tipTitle: '¿Añadir propina?',
  noTip: 'Sin propina',
  otherTip: 'Otro importe',
  tipWrong: 'Escriba la propina como importe, por ejemplo 5.00.',
  pay: 'Continuar al pago',
  leaving: 'Le llevamos a la página de pago…',
  continue: 'Continuar',
  unavailable: 'La página de pago no se abrió. No se le ha cobrado. Inténtelo en un minuto.',
  checking: 'Esperamos la confirmación de su pago. Esta página la mostrará cuando llegue.',
  checkAgain: 'Comprobar de nuevo',
  tooManyAttempts: 'Demasiados intentos. Inténtelo más tarde.',
  noPdf: 'No se puede crear el PDF en este momento. Inténtelo de nuevo en unos minutos.',
  linkInvalid: 'Este enlace no funciona. Compruebe que esté completo.',
  linkExpired: 'Este enlace ha caducado. Pídanos uno nuevo.',
  renew: 'Este enlace ha caducado. Escriba las cifras y se abrirá de nuevo.',
  changedMeanwhile: 'Esto cambió entretanto y no se envió nada. Revíselo e inténtelo de nuevo.',
  failed: 'Algo salió mal. Inténtelo de nuevo.',
}

const fr: PaymentPageTexts = {
  request: (number) => `Demande de paiement ${number}`,
  receipt: (number) => `Reçu ${number}`,
  estimate: (number) => `Devis ${number}`,
  invoice: (number) => `Facture ${number}`,
  depositInvoice: (number) => `Facture d’acompte ${number}`,
  refundReceipt: (number) => `Reçu de remboursement ${number}`,
  issuedOn: (date) => `Date d’émission\u00a0: ${date}`,
  paidOn: ({ amount, date, method }) => `${amount} payés le ${date} (${method})`,
  refundedOn: ({ amount, date }) => `Remboursement de ${amount} le ${date}`,
  refundedPart: (part, amount) => `${part}\u00a0: ${amount}`,
  methods: {
    cash: 'espèces',
    check: 'chèque',
    'card-terminal': 'carte',
    'bank-transfer': 'virement bancaire',
    other: 'autre',
    credit: 'avoir',
    card: 'carte',
    'bank-debit': 'prélèvement bancaire',
  },
  download: 'Télécharger en PDF',
  digitsTitle: 'Saisissez les quatre derniers chiffres de votre numéro de téléphone',
  digitsWhy: (business) => `Ainsi, vous seul voyez ce que ${business} vous a envoyé.`,
  digits: 'Quatre derniers chiffres',
  show: 'Continuer',
  wrongDigits: 'Ce ne sont pas les quatre derniers chiffres du numéro auquel nous avons écrit. Veuillez réessayer.',
  replacedTitle: 'Il existe une version plus récente',
  replacedNote: 'Le document de ce lien a été remplacé.',
  showNewest: 'Voir la version plus récente',
  statuses: {
    draft: 'Brouillon',
    sent: 'En attente de paiement',
    'sent-reminder': 'En attente de paiement',
    viewed: 'En attente de paiement',
    processing:
      'Votre paiement est en cours de traitement. Cela peut prendre quelques jours. Vous n’avez rien à faire.',
    'partly-paid': 'Payé en partie',
    paid: 'Payé. Merci\u00a0!',
    'marked-as-paid': 'Payé. Merci\u00a0!',
    failed: 'Le dernier paiement a échoué. Vous n’avez pas été débité.',
    'partly-refunded': 'Remboursé en partie',
    refunded: 'Remboursé',
    disputed: 'Ce paiement est contesté. Votre banque décidera.',
    cancelled: 'Annulé\u00a0: il n’y a rien à payer.',
    replaced: 'Remplacé\u00a0: il n’y a rien à payer ici.',
    approved: 'Accepté. Merci\u00a0!',
    declined: 'Vous avez refusé ce devis.',
    expired: 'Ce devis n’est plus valable.',
    converted: 'Accepté. Merci\u00a0!',
  },
  failures: {
    address: 'L’adresse de facturation ou le code postal est incorrect.',
    authentication:
      'Votre banque vous demande de confirmer le paiement. Veuillez réessayer et suivre ses instructions.',
    declined:
      'Votre banque a refusé le paiement. Utilisez une autre carte ou un autre compte, ou contactez votre banque.',
    expired: 'La carte a expiré, ou la date d’expiration est incorrecte.',
    funds: 'Le solde de la carte ou du compte est insuffisant.',
    limit: 'La carte a atteint son plafond.',
    number: 'Le numéro de la carte est incorrect.',
    processing: 'Votre banque n’a pas pu traiter le paiement. Veuillez réessayer plus tard.',
    'security-code': 'Le code de sécurité de la carte est incorrect.',
    unsupported: 'La carte ne peut pas être utilisée pour ce paiement. Veuillez en utiliser une autre.',
  },
  waitingForAnswer: 'En attente de votre réponse',
  dueOn: (date) => `À payer au plus tard le ${date}`,
  overdue: (date) => `Échéance dépassée\u00a0: ${date}`,
  validUntil: (date) => `Valable jusqu’au ${date}`,
  description: 'Description',
  quantity: 'Quantité',
  amount: 'Montant',
  optional: 'facultatif',
  optionsTitle: 'Choisissez ce que vous souhaitez',
  look: 'Continuer',
  approve: 'Accepter',
  decline: 'Refuser',
  approveTitle: 'Accepter ce devis\u00a0?',
  approveWording: ({ number, version, total, business }) =>
    `J’accepte le devis ${number}, version ${version}, d’un total de ${total}, et confie ce travail à ${business}.`,
  yourName: 'Votre nom complet',
  nameMissing: 'Saisissez votre nom.',
  declineTitle: 'Refuser ce devis\u00a0?',
  reason: 'Motif',
  confirmDecline: 'Refuser le devis',
  back: 'Retour',
  expiredNote: 'Ce devis a expiré. Vous pouvez encore l’accepter\u00a0; notre équipe reviendra vers vous.',
  lateNote: 'Vous avez accepté ce devis après son expiration. Notre équipe le vérifiera et reviendra vers vous.',
  deposit: (amount) => `Acompte demandé après votre accord\u00a0: ${amount}`,
  payPart: (number, amount) => `Payer ${number}\u00a0: ${amount}`,
  discount: 'Remise',
  subtotal: 'Sous-total',
  taxExempted: 'Taxe non facturée',
  included: (tax) => `${tax} (comprise)`,
  total: 'Total',
  tip: 'Pourboire',
  paid: 'Payé',
  refunded: 'Remboursé',
  amountDue: 'Reste à payer',
  note: 'Remarque',
  terms: 'Conditions',
  attachments: 'Pièces jointes',
  contactUs: 'Des questions\u00a0?',
  callUs: (phone) => `Appelez-nous\u00a0: ${phone}`,
  notOnline: 'Cette demande ne peut pas être payée en ligne. Contactez-nous pour payer.',
  tipTitle: 'Ajouter un pourboire\u00a0?',
  noTip: 'Sans pourboire',
  otherTip: 'Autre montant',
  tipWrong: 'Saisissez le pourboire comme un montant, par exemple 5,00.',
  pay: 'Continuer vers le paiement',
  leaving: 'Redirection vers la page de paiement…',
  continue: 'Continuer',
  unavailable: 'La page de paiement ne s’est pas ouverte. Vous n’avez pas été débité. Réessayez dans une minute.',
  checking: 'Nous attendons la confirmation de votre paiement. Cette page l’affichera dès son arrivée.',
  checkAgain: 'Vérifier à nouveau',
  tooManyAttempts: 'Trop de tentatives. Veuillez réessayer plus tard.',
  noPdf: 'Le PDF ne peut pas être créé pour le moment. Veuillez réessayer dans quelques minutes.',
  linkInvalid: 'Ce lien ne fonctionne pas. Vérifiez qu’il est complet.',
  linkExpired: 'Ce lien a expiré. Demandez-nous-en un nouveau.',
  renew: 'Ce lien a expiré. Saisissez les chiffres et il s’ouvrira de nouveau.',
  changedMeanwhile: 'Cela a changé entre-temps et rien n’a été envoyé. Vérifiez, puis réessayez.',
  failed: 'Une erreur s’est produite. Veuillez réessayer.',
}

export const PAYMENT_PAGE_TEXTS: Record<PageLanguage, PaymentPageTexts> = { en, es, fr }
