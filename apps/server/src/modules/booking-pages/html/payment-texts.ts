import type { BookingPaymentKind, BookingPaymentOutcome, PageLanguage } from '@frontdesk/contract/rules'

/** Texts of booking pages about deposits and cards on file. */
export interface PaymentTexts {
  /** Shown with a service, before a time is chosen. */
  atBooking: Record<BookingPaymentKind, (amount: string) => string>
  termsTitle: string
  titles: Record<BookingPaymentKind, string>
  continue: string
  agree: string
  pay: (amount: string) => string
  enterCard: string
  leaving: string
  checking: string
  checkAgain: string
  otherTime: string
  late: string
  unavailable: string
  /** Shown with a booked visit. */
  paid: (amount: string) => string
  cardKept: string
  agreedTo: string
  cancelNow: { refunded: string; kept: string; fee: (amount: string) => string }
  moveNow: string
  outcomes: Record<BookingPaymentOutcome, string>
}

export const PAYMENT_TEXTS: Record<PageLanguage, PaymentTexts> = {
  en: {
    atBooking: {
      deposit: (amount) => `Deposit at booking: ${amount}`,
      price: (amount) => `Paid at booking: ${amount}`,
      card: () => 'Your card is kept on file at booking; nothing is charged then',
    },
    termsTitle: 'What you agree to',
    titles: { deposit: 'Pay the deposit', price: 'Pay for the visit', card: 'Enter a card' },
    continue: 'Continue',
    agree: 'I agree:',
    pay: (amount) => `Pay ${amount}`,
    enterCard: 'Enter a card',
    leaving: 'Continue to secure payment',
    checking: 'We are waiting for confirmation. Your time is booked as soon as we receive it.',
    checkAgain: 'Check again',
    otherTime: 'Choose another time',
    late: 'If you have just paid, we book the time if it is still free, or contact you about a refund.',
    unavailable: 'The payment page cannot be opened right now. Please try again in a moment.',
    paid: (amount) => `You paid ${amount} at booking.`,
    cardKept: 'Your card is on file for this visit.',
    agreedTo: 'You agreed to:',
    cancelNow: {
      refunded: 'If you cancel now, your payment will be refunded.',
      kept: 'If you cancel now, your payment will not be refunded.',
      fee: (amount) => `If you cancel now, up to ${amount} may be charged to your card.`,
    },
    moveNow: 'You can still move the visit. Your payment applies to the new time, but is no longer refundable.',
    outcomes: {
      kept: 'Your payment was not refunded.',
      refunded: 'What you paid was refunded. It can take a few days to reach your account.',
      'refund-requested': 'Your refund is being reviewed. We will contact you.',
    },
  },
  es: {
    atBooking: {
      deposit: (amount) => `Depósito al reservar: ${amount}`,
      price: (amount) => `Se paga al reservar: ${amount}`,
      card: () => 'Al reservar se guarda una tarjeta; no se cobra nada entonces',
    },
    termsTitle: 'Lo que usted acepta',
    titles: { deposit: 'Pagar el depósito', price: 'Pagar la cita', card: 'Introducir una tarjeta' },
    continue: 'Continuar',
    agree: 'Acepto:',
    pay: (amount) => `Pagar ${amount}`,
    enterCard: 'Introducir una tarjeta',
    leaving: 'A la página de pago segura',
    checking: 'Esperamos la confirmación. Su hora queda reservada en cuanto llegue.',
    checkAgain: 'Comprobar otra vez',
    otherTime: 'Elegir otra hora',
    late: 'Si acaba de pagar, reservamos la hora si sigue libre, o le contactamos para devolverle el dinero.',
    unavailable: 'La página de pago no se puede abrir ahora. Inténtelo en un momento.',
    paid: (amount) => `Pagó ${amount} al reservar.`,
    cardKept: 'Su tarjeta está guardada para esta cita.',
    agreedTo: 'Usted aceptó:',
    cancelNow: {
      refunded: 'Si cancela ahora, le devolvemos lo que pagó.',
      kept: 'Si cancela ahora, no se devuelve lo que pagó.',
      fee: (amount) => `Si cancela ahora, se pueden cobrar hasta ${amount} en su tarjeta.`,
    },
    moveNow: 'Todavía puede cambiar la hora. Lo que pagó vale para la nueva, pero ya no se devuelve.',
    outcomes: {
      kept: 'No se devolvió lo que pagó.',
      refunded: 'Le devolvimos lo que pagó. Puede tardar unos días en llegar a su cuenta.',
      'refund-requested': 'Estamos revisando su devolución. Le contactaremos.',
    },
  },
  fr: {
    atBooking: {
      deposit: (amount) => `Acompte à la réservation\u00a0: ${amount}`,
      price: (amount) => `À payer à la réservation\u00a0: ${amount}`,
      card: () => 'Une carte est enregistrée à la réservation, rien n’est débité alors',
    },
    termsTitle: 'Ce que vous acceptez',
    titles: { deposit: 'Payer l’acompte', price: 'Payer le rendez-vous', card: 'Saisir une carte' },
    continue: 'Continuer',
    agree: 'J’accepte\u00a0:',
    pay: (amount) => `Payer ${amount}`,
    enterCard: 'Saisir une carte',
    leaving: 'Vers la page de paiement sécurisée',
    checking: 'Nous attendons la confirmation. Votre heure est réservée dès qu’elle arrive.',
    checkAgain: 'Vérifier à nouveau',
    otherTime: 'Choisir une autre heure',
    late: 'Si vous venez de payer, nous réservons l’heure si elle est encore libre, ou vous contactons pour vous rembourser.',
    unavailable: 'La page de paiement ne peut pas s’ouvrir pour le moment. Réessayez dans un instant.',
    paid: (amount) => `Vous avez payé ${amount} à la réservation.`,
    cardKept: 'Votre carte est enregistrée pour ce rendez-vous.',
    agreedTo: 'Vous avez accepté\u00a0:',
    cancelNow: {
      refunded: 'Si vous annulez maintenant, vous êtes remboursé.',
      kept: 'Si vous annulez maintenant, vous n’êtes pas remboursé.',
      fee: (amount) => `Si vous annulez maintenant, jusqu’à ${amount} peuvent être débités de votre carte.`,
    },
    moveNow:
      'Vous pouvez encore changer l’heure. Ce que vous avez payé vaut pour la nouvelle, mais n’est plus remboursé.',
    outcomes: {
      kept: 'Vous n’avez pas été remboursé.',
      refunded: 'Vous avez été remboursé. Cela peut prendre quelques jours.',
      'refund-requested': 'Votre remboursement est en cours d’examen. Nous vous contacterons.',
    },
  },
}
