import { localeOf, type PageLanguage } from './bookings.ts'
import { formatMoney } from './money.ts'
import type { Share } from './payment-amounts.ts'

/** The payment a service requires when it is booked online. `card`: a card on file, nothing is charged. */
export const SERVICE_PAYMENTS = ['none', 'deposit', 'price', 'card'] as const
export type ServicePayment = (typeof SERVICE_PAYMENTS)[number]
export const BOOKING_PAYMENT_KINDS = ['deposit', 'price', 'card'] as const
export type BookingPaymentKind = (typeof BOOKING_PAYMENT_KINDS)[number]

/**
 * `agreeing`: the wording is shown. `paying`: it was requested. `unpaid`: the visit, which a teammate booked, was not
 * paid in time. `booked`: paid, or the card is on file. `ended`: not booked. `skipped`: a teammate booked without it.
 */
export const BOOKING_PAYMENT_STATES = ['agreeing', 'paying', 'unpaid', 'booked', 'ended', 'skipped'] as const
/** Outcome of the payment when the visit ended. */
export const BOOKING_PAYMENT_OUTCOMES = ['kept', 'refunded', 'refund-requested'] as const
export type BookingPaymentOutcome = (typeof BOOKING_PAYMENT_OUTCOMES)[number]

/** Purpose of a payment request for a visit. */
export const BOOKING_PARTS = ['deposit', 'price', 'no-show-fee', 'visit'] as const
export type BookingPart = (typeof BOOKING_PARTS)[number]

/** How long the provider’s page is open for someone who books. The provider requires half an hour. */
export const BOOKING_CHECKOUT_MINUTES = 35
/** Extra time on the hold, so that a payment made in the last minute is still reported in time. */
export const BOOKING_CHECKOUT_MARGIN_MINUTES = 5

/**
 * Least time to pay for a visit that a teammate books. If the cut-off for refunds is nearer, it is due when the visit
 * begins.
 */
export const BOOKING_DUE_MINUTES_MIN = 60

export const REFUND_CUT_OFF_MINUTES_MAX = 30 * 24 * 60

/** Why the settings of a service do not define the payment amount; null: they do. */
export function servicePaymentProblem({
  paymentKind,
  deposit,
  priceAmount,
}: {
  paymentKind: ServicePayment
  deposit: Share | null
  priceAmount: number | null
}): 'deposit-missing' | 'deposit-too-high' | 'price-missing' | null {
  const hasPrice = priceAmount !== null && priceAmount > 0
  if (paymentKind === 'price') return hasPrice ? null : 'price-missing'
  if (paymentKind !== 'deposit') return null
  if (deposit === null || (deposit.kind === 'percent' ? deposit.rate : deposit.amount) === 0) return 'deposit-missing'
  if (deposit.kind === 'percent')
    return !hasPrice ? 'price-missing' : deposit.rate > 100_000 ? 'deposit-too-high' : null
  return hasPrice && deposit.amount > priceAmount ? 'deposit-too-high' : null
}

interface Terms {
  business: string
  kind: BookingPaymentKind
  amount: number
  currency: string
  /** At most; null: none. */
  noShowFeeAmount: number | null
  cutOffMinutes: number
}

const DAY_MINUTES = 24 * 60

/** A period in words, such as 24 hours or 3 days. */
function formatPeriod(minutes: number, language: PageLanguage): string {
  const [amount, unit] =
    minutes >= 2 * DAY_MINUTES && minutes % DAY_MINUTES === 0
      ? [minutes / DAY_MINUTES, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

/** The wording a contact agrees to before they pay for a visit or leave a card on file for it. */
export function bookingTerms(terms: Terms, language: PageLanguage): string {
  const { business, kind, cutOffMinutes } = terms
  const money = (value: number) => formatMoney(value, terms.currency, localeOf(language))
  const amount = money(terms.amount)
  const fee = terms.noShowFeeAmount === null ? null : money(terms.noShowFeeAmount)
  const period = cutOffMinutes === 0 ? null : formatPeriod(cutOffMinutes, language)
  switch (language) {
    case 'es': {
      const early = period === null ? 'antes de que empiece la cita' : `al menos ${period} antes de la cita`
      const late = period === null ? '' : `cancelo con menos de ${period} de antelación o `
      const pays =
        kind === 'price' ? `Pago ahora ${amount} por la cita.` : `Pago ahora un depósito de ${amount} por la cita.`
      if (kind !== 'card')
        return `${pays} Si cancelo ${early}, me lo devuelven. Si ${late}no me presento, ${business} se lo queda. Si cambio la hora más tarde que eso, ya no se devuelve.`
      const charge =
        fee === null ? '' : ` Si ${late}no me presento, puede cobrarme en ella hasta ${fee} y me enviará un recibo.`
      return `${business} guarda mi tarjeta y no cobra nada ahora.${charge} Cualquier otro cobro será solo por lo que acordemos. Puedo pedir que la eliminen en cualquier momento.`
    }
    case 'fr': {
      const early = period === null ? 'avant le début du rendez-vous' : `au moins ${period} avant le rendez-vous`
      const late = period === null ? '' : `j’annule moins de ${period} avant ou si `
      const pays =
        kind === 'price'
          ? `Je paie maintenant ${amount} pour le rendez-vous.`
          : `Je verse maintenant un acompte de ${amount} pour le rendez-vous.`
      if (kind !== 'card')
        return `${pays} Si j’annule ${early}, je suis remboursé. Si ${late}je ne viens pas, ${business} garde cette somme. Si je change l’heure plus tard que cela, elle n’est plus remboursée.`
      const charge =
        fee === null
          ? ''
          : ` Si ${late}je ne viens pas, l’entreprise peut y débiter jusqu’à ${fee} et m’enverra un reçu.`
      return `${business} enregistre ma carte et ne débite rien maintenant.${charge} Tout autre débit ne se fait que pour ce dont nous convenons. Je peux demander sa suppression à tout moment.`
    }
    default: {
      const early = period === null ? 'before the visit begins' : `at least ${period} before the visit`
      const late = period === null ? '' : `cancel less than ${period} before it, or `
      const pays = kind === 'price' ? `I pay ${amount} for the visit now.` : `I pay a deposit of ${amount} now.`
      if (kind !== 'card')
        return `${pays} If I cancel ${early}, it is refunded. If I ${late}do not show up, ${business} keeps it. If I move the visit after that deadline, it is no longer refundable.`
      const charge =
        fee === null
          ? ''
          : ` If I ${late}do not show up, it may charge up to ${fee} to the card and will send me a receipt.`
      return `${business} keeps my card on file and charges nothing now.${charge} Anything else is charged only if we agree on it. I can have the card removed at any time.`
    }
  }
}
