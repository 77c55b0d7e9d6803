import { PAYMENT_LINK_VARIABLE, type PageLanguage } from '@frontdesk/contract/rules'

interface Texts {
  deposit: (service: string, time: string) => string
  noShowFee: (service: string, time: string) => string
  /** The line that deducts the payment made at booking. */
  paid: (number: string) => string
  /** Reasons of refunds. */
  cancelledInTime: string
  partlyPaid: string
  timeTaken: string
}

interface TextValues {
  amount: string
  /** When the payment is due. */
  until: string
  /** The time of the visit. */
  time: string
}
type RequestTexts = Record<'deposit' | 'price', (values: TextValues) => string>

/** Texts to contacts about payments requested by a teammate or by text. */
interface PaymentTexts {
  /** Follows the confirmation of a visit that a teammate booked. */
  payBy: RequestTexts
  /** For a time held for a contact who books by text. */
  payToBook: RequestTexts
  /** A card was declined, and the time is still held. */
  failed: (values: TextValues) => string
  /** The bank declined a card that was to be kept on file, and the time is still held. */
  cardDeclined: (values: Pick<TextValues, 'time' | 'until'>) => string
  /** The time was released: it was not paid, not in full, or a teammate cancelled it. */
  notPaid: (values: Pick<TextValues, 'time'>) => string
  partlyPaid: (values: Pick<TextValues, 'time'> & { paid: string; amount: string }) => string
  released: (values: Pick<TextValues, 'time'>) => string
}

export const PAYMENT_TEXTS: Record<PageLanguage, PaymentTexts> = {
  en: {
    payBy: {
      deposit: ({ amount, until }) => `Please pay the deposit of ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Please pay ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `We are holding ${time} for you. To book it, please pay the deposit of ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `We are holding ${time} for you. To book it, please pay ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    failed: ({ amount, until, time }) =>
      `Your payment of ${amount} did not go through, so ${time} is not booked yet. We are holding it for you until ${until}. You can try again here: ${PAYMENT_LINK_VARIABLE}`,
    cardDeclined: ({ until, time }) =>
      `Your card was declined, so ${time} is not booked yet. We are holding it for you until ${until}. You can try another card here: ${PAYMENT_LINK_VARIABLE}`,
    notPaid: ({ time }) =>
      `We did not receive your payment in time, so ${time} is no longer held for you. Text us if you would like another time.`,
    partlyPaid: ({ paid, amount, time }) =>
      `We received only ${paid} of ${amount} in time, so ${time} is no longer held for you. Text us if you would like another time.`,
    released: ({ time }) => `${time} is no longer held for you. Text us if you would like another time.`,
  },
  es: {
    payBy: {
      deposit: ({ amount, until }) =>
        `Por favor, pague el depósito de ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Por favor, pague ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `Le guardamos la cita del ${time}. Para confirmarla, pague el depósito de ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `Le guardamos la cita del ${time}. Para confirmarla, pague ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    failed: ({ amount, until, time }) =>
      `Su pago de ${amount} no se pudo completar y la cita del ${time} aún no está confirmada. Se la guardamos hasta el ${until}. Puede intentarlo de nuevo aquí: ${PAYMENT_LINK_VARIABLE}`,
    cardDeclined: ({ until, time }) =>
      `Su tarjeta fue rechazada y la cita del ${time} aún no está confirmada. Se la guardamos hasta el ${until}. Puede probar con otra tarjeta aquí: ${PAYMENT_LINK_VARIABLE}`,
    notPaid: ({ time }) =>
      `No recibimos su pago a tiempo y ya no le guardamos la cita del ${time}. Escríbanos si desea otra hora.`,
    partlyPaid: ({ paid, amount, time }) =>
      `A tiempo solo recibimos ${paid} de ${amount}, por lo que ya no le guardamos la cita del ${time}. Escríbanos si desea otra hora.`,
    released: ({ time }) => `Ya no le guardamos la cita del ${time}. Escríbanos si desea otra hora.`,
  },
  fr: {
    payBy: {
      deposit: ({ amount, until }) =>
        `Merci de verser l’acompte de ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Merci de régler ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `Nous gardons pour vous le créneau du ${time}. Pour le confirmer, versez l’acompte de ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `Nous gardons pour vous le créneau du ${time}. Pour le confirmer, réglez ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
    },
    failed: ({ amount, until, time }) =>
      `Votre paiement de ${amount} n’a pas abouti : le créneau du ${time} n’est pas encore réservé. Nous le gardons pour vous jusqu’au ${until}. Vous pouvez réessayer ici : ${PAYMENT_LINK_VARIABLE}`,
    cardDeclined: ({ until, time }) =>
      `Votre carte a été refusée : le créneau du ${time} n’est pas encore réservé. Nous le gardons pour vous jusqu’au ${until}. Vous pouvez essayer une autre carte ici : ${PAYMENT_LINK_VARIABLE}`,
    notPaid: ({ time }) =>
      `Nous n’avons pas reçu votre paiement à temps : le créneau du ${time} n’est plus réservé pour vous. Écrivez-nous pour en choisir un autre.`,
    partlyPaid: ({ paid, amount, time }) =>
      `Nous n’avons reçu à temps que ${paid} sur ${amount} : le créneau du ${time} n’est plus réservé pour vous. Écrivez-nous pour en choisir un autre.`,
    released: ({ time }) =>
      `Le créneau du ${time} n’est plus réservé pour vous. Écrivez-nous pour en choisir un autre.`,
  },
}

/** Lines of requests for visits, which the contact reads. */
export const PAYMENT_LINES: Record<PageLanguage, Texts> = {
  en: {
    deposit: (service, time) => `Deposit for ${service}, ${time}`,
    noShowFee: (service, time) => `No-show fee for ${service}, ${time}`,
    paid: (number) => `Paid at booking with ${number}`,
    cancelledInTime: 'The visit was canceled',
    partlyPaid: 'Only part was paid in time',
    timeTaken: 'The time was taken before the payment arrived',
  },
  es: {
    deposit: (service, time) => `Depósito de ${service}, ${time}`,
    noShowFee: (service, time) => `Cargo por no presentarse a ${service}, ${time}`,
    paid: (number) => `Pagado al reservar con ${number}`,
    cancelledInTime: 'La cita se canceló',
    partlyPaid: 'Solo se pagó una parte a tiempo',
    timeTaken: 'La hora se ocupó antes de que llegara el pago',
  },
  fr: {
    deposit: (service, time) => `Acompte pour ${service}, ${time}`,
    noShowFee: (service, time) => `Frais d’absence pour ${service}, ${time}`,
    paid: (number) => `Payé à la réservation avec ${number}`,
    cancelledInTime: 'Le rendez-vous a été annulé',
    partlyPaid: 'Seule une partie a été payée à temps',
    timeTaken: 'L’heure a été prise avant l’arrivée du paiement',
  },
}
