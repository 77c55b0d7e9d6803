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

interface Facts {
  amount: string
  /** When the payment is due. */
  until: string
  /** Of the visit. */
  time: string
}
type RequestTexts = Record<'deposit' | 'price', (facts: Facts) => string>

/** Texts to contacts about payments that are asked for without a page. */
interface PaymentTexts {
  /** After the confirmation of a visit that a teammate booked. */
  payBy: RequestTexts
  /** A time that is held for someone who books by text. */
  payToBook: RequestTexts
  /** It is not held any more, because it was not paid or a teammate cancelled it. */
  notPaid: (facts: Pick<Facts, 'time'>) => string
  partlyPaid: (facts: Pick<Facts, 'time'> & { paid: string; amount: string }) => string
  released: (facts: Pick<Facts, 'time'>) => string
}

export const PAYMENT_TEXTS: Record<PageLanguage, PaymentTexts> = {
  en: {
    payBy: {
      deposit: ({ amount, until }) => `Please pay the deposit of ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Please pay ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `We hold ${time} for you. To book it, pay the deposit of ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `We hold ${time} for you. To book it, pay ${amount} by ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    notPaid: ({ time }) =>
      `We did not receive your payment in time, so ${time} is no longer held for you. Text us if you would like another time.`,
    partlyPaid: ({ paid, amount, time }) =>
      `We received ${paid} of ${amount} in time, so ${time} is no longer held for you. Text us if you would like another time.`,
    released: ({ time }) => `${time} is no longer held for you. Text us if you would like another time.`,
  },
  es: {
    payBy: {
      deposit: ({ amount, until }) => `Pague el depósito de ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Pague ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `Le guardamos el ${time}. Para reservarlo, pague el depósito de ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `Le guardamos el ${time}. Para reservarlo, pague ${amount} antes del ${until}: ${PAYMENT_LINK_VARIABLE}`,
    },
    notPaid: ({ time }) =>
      `No recibimos su pago a tiempo y ya no le guardamos el ${time}. Escríbanos si quiere otra hora.`,
    partlyPaid: ({ paid, amount, time }) =>
      `Recibimos a tiempo ${paid} de ${amount} y ya no le guardamos el ${time}. Escríbanos si quiere otra hora.`,
    released: ({ time }) => `Ya no le guardamos el ${time}. Escríbanos si quiere otra hora.`,
  },
  fr: {
    payBy: {
      deposit: ({ amount, until }) =>
        `Merci de verser l’acompte de ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until }) => `Merci de payer ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
    },
    payToBook: {
      deposit: ({ amount, until, time }) =>
        `Nous vous gardons le ${time}. Pour réserver, versez l’acompte de ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
      price: ({ amount, until, time }) =>
        `Nous vous gardons le ${time}. Pour réserver, payez ${amount} avant le ${until} : ${PAYMENT_LINK_VARIABLE}`,
    },
    notPaid: ({ time }) =>
      `Nous n’avons pas reçu votre paiement à temps : le ${time} n’est plus réservé pour vous. Écrivez-nous pour un autre créneau.`,
    partlyPaid: ({ paid, amount, time }) =>
      `Nous avons reçu à temps ${paid} sur ${amount} : le ${time} n’est plus réservé pour vous. Écrivez-nous pour un autre créneau.`,
    released: ({ time }) => `Le ${time} n’est plus réservé pour vous. Écrivez-nous pour un autre créneau.`,
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
    cancelledInTime: 'La visite a été annulée',
    partlyPaid: 'Seule une partie a été payée à temps',
    timeTaken: 'L’heure a été prise avant l’arrivée du paiement',
  },
}
