import type { PageLanguage } from '@frontdesk/contract/rules'

interface Texts {
  deposit: (service: string, time: string) => string
  noShowFee: (service: string, time: string) => string
  /** The line that deducts the payment made at booking. */
  paid: (number: string) => string
  /** Reasons of refunds. */
  cancelledInTime: string
  timeTaken: string
}

/** Lines of requests for visits, which the contact reads. */
export const PAYMENT_LINES: Record<PageLanguage, Texts> = {
  en: {
    deposit: (service, time) => `Deposit for ${service}, ${time}`,
    noShowFee: (service, time) => `No-show fee for ${service}, ${time}`,
    paid: (number) => `Paid at booking with ${number}`,
    cancelledInTime: 'The visit was canceled',
    timeTaken: 'The time was taken before the payment arrived',
  },
  es: {
    deposit: (service, time) => `Depósito de ${service}, ${time}`,
    noShowFee: (service, time) => `Cargo por no presentarse a ${service}, ${time}`,
    paid: (number) => `Pagado al reservar con ${number}`,
    cancelledInTime: 'La cita se canceló',
    timeTaken: 'La hora se ocupó antes de que llegara el pago',
  },
  fr: {
    deposit: (service, time) => `Acompte pour ${service}, ${time}`,
    noShowFee: (service, time) => `Frais d’absence pour ${service}, ${time}`,
    paid: (number) => `Payé à la réservation avec ${number}`,
    cancelledInTime: 'La visite a été annulée',
    timeTaken: 'L’heure a été prise avant l’arrivée du paiement',
  },
}
