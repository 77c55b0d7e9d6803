import type { PageLanguage } from '@frontdesk/contract/rules'
import type { OfferKind } from './rows.ts'

/** Why times are shown. */
export type Reason =
  | 'offer'
  | 'more'
  /** In the time that the contact asked for, or the nearest to it. */
  | 'requested'
  | 'nearest'
  /** The earlier times are not held any more, were taken, or were replaced before the contact chose. */
  | 'expired'
  | 'taken'
  | 'changed'

interface Texts {
  offer: Record<OfferKind, (service: string, location: string) => string>
  more: string
  requested: string
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
      waitlist: (service, location) => `A time just opened up for ${service} at ${location}:`,
    },
    more: 'Other times:',
    requested: 'These times are available:',
    nearest: 'Nothing is available then. The closest times are:',
    expired: 'Those times are no longer held for you. These are free now:',
    taken: 'That time is no longer available. These times are:',
    changed: 'Here are the current times:',
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
    requested: 'Estas horas están disponibles:',
    nearest: 'No tenemos nada libre en ese momento. Las horas más cercanas son:',
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
      visit: (service) => `Voici nos créneaux pour ${service} :`,
      move: () => 'Autres créneaux pour votre rendez-vous :',
      waitlist: (service, location) => `Un créneau s’est libéré pour ${service} (${location}) :`,
    },
    more: 'Autres créneaux :',
    requested: 'Ces créneaux sont disponibles :',
    nearest: 'Rien n’est disponible à ce moment-là. Les créneaux les plus proches :',
    expired: 'Ces créneaux ne sont plus réservés pour vous. Voici ceux qui sont libres :',
    taken: 'Ce créneau n’est plus disponible. En voici d’autres :',
    changed: 'Voici les créneaux actuels :',
    choose: {
      visit: (numbers, minutes) =>
        `Répondez ${numbers} pour réserver, ou 0 pour d’autres créneaux. Nous vous les gardons ${minutes} minutes.`,
      move: (numbers) =>
        `Répondez ${numbers} pour déplacer votre rendez-vous, 0 pour d’autres créneaux, ou C pour le garder.`,
      waitlist: (_numbers, minutes) =>
        `Répondez 1 ou OUI pour le réserver, ou 0 s’il ne vous convient pas. Nous vous le gardons ${minutes} minutes.`,
    },
    or: 'ou',
  },
}
