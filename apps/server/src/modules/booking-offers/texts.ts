import type { PageLanguage } from '@frontdesk/contract/rules'
import type { OfferKind } from './rows.ts'

/** Why times are shown. */
export type Reason =
  | 'offer'
  | 'more'
  /** In the time that the contact asked for, or the nearest to it. */
  | 'wanted'
  | 'nearest'
  /** The earlier times are not held any more, were taken, or were replaced before the contact chose. */
  | 'expired'
  | 'taken'
  | 'changed'

interface Texts {
  offer: Record<OfferKind, (service: string, location: string) => string>
  more: string
  wanted: string
  nearest: string
  expired: string
  taken: string
  changed: string
  /** How to choose one of several times, or the only one. */
  choose: Record<OfferKind, (numbers: string, minutes: number) => string>
  /** Between the last two numbers. */
  or: string
}

/** The texts that offer times. None asks for a word that opts out. */
export const OFFER_TEXTS: Record<PageLanguage, Texts> = {
  en: {
    offer: {
      visit: (service) => `We have these times for ${service}:`,
      move: () => 'Other times for your visit:',
      waitlist: (service, location) => `A time became free for ${service} at ${location}:`,
    },
    more: 'Other times:',
    wanted: 'These times are free then:',
    nearest: 'Nothing is free then. The nearest times are:',
    expired: 'Those times are no longer held for you. These are free now:',
    taken: 'That time is not free any more. These are:',
    changed: 'These are the times now:',
    choose: {
      visit: (numbers, minutes) =>
        `Reply ${numbers} to book, or 0 for other times. We hold them for you for ${minutes} minutes.`,
      move: (numbers) => `Reply ${numbers} to move your visit, 0 for other times, or C to keep it.`,
      waitlist: (_numbers, minutes) =>
        `Reply 1 or YES to book it, or 0 if it does not suit you. We hold it for you for ${minutes} minutes.`,
    },
    or: 'or',
  },
  es: {
    offer: {
      visit: (service) => `Tenemos estas horas para ${service}:`,
      move: () => 'Otras horas para su cita:',
      waitlist: (service, location) => `Se liberó una hora para ${service} en ${location}:`,
    },
    more: 'Otras horas:',
    wanted: 'Estas horas están libres entonces:',
    nearest: 'No hay horas libres entonces. Las más cercanas son:',
    expired: 'Ya no le reservamos esas horas. Ahora están libres:',
    taken: 'Esa hora ya no está libre. Estas sí:',
    changed: 'Estas son las horas ahora:',
    choose: {
      visit: (numbers, minutes) =>
        `Responda ${numbers} para reservar, o 0 para otras horas. Se las guardamos ${minutes} minutos.`,
      move: (numbers) => `Responda ${numbers} para cambiar su cita, 0 para otras horas, o C para dejarla como está.`,
      waitlist: (_numbers, minutes) =>
        `Responda 1 o SÍ para reservarla, o 0 si no le conviene. Se la guardamos ${minutes} minutos.`,
    },
    or: 'o',
  },
  fr: {
    offer: {
      visit: (service) => `Nous avons ces heures pour ${service} :`,
      move: () => 'D’autres heures pour votre rendez-vous :',
      waitlist: (service, location) => `Une heure s’est libérée pour ${service} (${location}) :`,
    },
    more: 'D’autres heures :',
    wanted: 'Ces heures sont libres alors :',
    nearest: 'Rien n’est libre à ce moment. Les heures les plus proches sont :',
    expired: 'Nous ne gardons plus ces heures. Sont libres maintenant :',
    taken: 'Cette heure n’est plus libre. Celles-ci le sont :',
    changed: 'Voici les heures à présent :',
    choose: {
      visit: (numbers, minutes) =>
        `Répondez ${numbers} pour réserver, ou 0 pour d’autres heures. Nous les gardons ${minutes} minutes.`,
      move: (numbers) =>
        `Répondez ${numbers} pour déplacer votre rendez-vous, 0 pour d’autres heures, ou C pour le garder.`,
      waitlist: (_numbers, minutes) =>
        `Répondez 1 ou OUI pour la réserver, ou 0 si elle ne vous convient pas. Nous la gardons ${minutes} minutes.`,
    },
    or: 'ou',
  },
}
