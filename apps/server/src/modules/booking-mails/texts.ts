import type { BookingMailKind, PageLanguage } from '@frontdesk/contract/rules'

type Texts = Record<BookingMailKind, { title: string; text: string }> & {
  service: string
  time: string
  teammate: string
  place: string
  change: string
  linkHint: string
  attached: string
}

/** Mails about visits, with `:business:` for the name of the business. */
export const MAIL_TEXTS: Record<PageLanguage, Texts> = {
  en: {
    booked: { title: 'Your visit is booked', text: ':business: looks forward to seeing you.' },
    rescheduled: { title: 'Your visit has a new time', text: 'This is your new time at :business:.' },
    cancelled: { title: 'Your visit is canceled', text: 'Your visit to :business: has been canceled.' },
    declined: { title: 'Your request was declined', text: 'Unfortunately, :business: is not available at that time.' },
    reminder: { title: 'Your visit is coming up', text: ':business: looks forward to seeing you.' },
    service: 'Service',
    time: 'Time',
    teammate: 'With',
    place: 'Where',
    change: 'Move or cancel',
    linkHint: 'Or paste this link into your browser:',
    attached: 'Open the attached file to update your calendar.',
  },
  es: {
    booked: { title: 'Su cita está reservada', text: ':business: le espera.' },
    rescheduled: { title: 'Su cita tiene una hora nueva', text: 'Esta es su nueva hora en :business:.' },
    cancelled: { title: 'Su cita está cancelada', text: 'Su cita en :business: no tendrá lugar.' },
    declined: { title: 'Su solicitud no fue aceptada', text: ':business: no puede atenderle a esa hora.' },
    reminder: { title: 'Su cita se acerca', text: ':business: le espera.' },
    service: 'Servicio',
    time: 'Hora',
    teammate: 'Con',
    place: 'Lugar',
    change: 'Cambiar o cancelar',
    linkHint: 'O copie este enlace en su navegador:',
    attached: 'El archivo adjunto actualiza su calendario.',
  },
  fr: {
    booked: { title: 'Votre rendez-vous est réservé', text: ':business: se réjouit de vous accueillir.' },
    rescheduled: {
      title: 'Votre rendez-vous a une nouvelle heure',
      text: 'Voici votre nouvelle heure chez :business:.',
    },
    cancelled: { title: 'Votre rendez-vous est annulé', text: 'Votre rendez-vous chez :business: n’aura pas lieu.' },
    declined: {
      title: 'Votre demande n’a pas été acceptée',
      text: ':business: ne peut pas vous recevoir à cette heure.',
    },
    reminder: { title: 'Votre rendez-vous approche', text: ':business: se réjouit de vous accueillir.' },
    service: 'Prestation',
    time: 'Heure',
    teammate: 'Avec',
    place: 'Lieu',
    change: 'Déplacer ou annuler',
    linkHint: 'Ou copiez ce lien dans votre navigateur :',
    attached: 'Le fichier joint met votre calendrier à jour.',
  },
}
