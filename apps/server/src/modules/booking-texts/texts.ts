import type { PageLanguage } from '@frontdesk/contract/rules'

interface Texts {
  confirmed: string
  /** With the page of the visit. */
  change: string
  onTheWay: string
  late: string
  askMinutes: string
  here: string
}

/** Our replies to texts about visits, with the variables of booking texts. None asks for a word that opts out. */
export const REPLIES: Record<PageLanguage, Texts> = {
  en: {
    confirmed: 'Thank you, :booking_time: is confirmed.',
    change: 'Choose another time here: :booking_link:',
    onTheWay: 'Thank you, we let the team know that you are on your way.',
    late: 'Thank you for telling us. We let the team know.',
    askMinutes: 'About how many minutes late are you? Reply with LATE and the minutes, such as LATE 10.',
    here: 'Welcome! We let the team know that you are here.',
  },
  es: {
    confirmed: 'Gracias, :booking_time: queda confirmado.',
    change: 'Elija otra hora aquí: :booking_link:',
    onTheWay: 'Gracias, avisamos al equipo de que está en camino.',
    late: 'Gracias por avisar. Se lo decimos al equipo.',
    askMinutes: '¿Cuántos minutos tarde llega? Responda TARDE y los minutos, por ejemplo TARDE 10.',
    here: '¡Gracias! Avisamos al equipo de que ya está aquí.',
  },
  fr: {
    confirmed: 'Merci, :booking_time: est confirmé.',
    change: 'Choisissez une autre heure ici : :booking_link:',
    onTheWay: 'Merci, nous prévenons l’équipe que vous êtes en route.',
    late: 'Merci de nous prévenir. Nous le disons à l’équipe.',
    askMinutes: 'Combien de minutes de retard avez-vous ? Répondez RETARD et les minutes, par exemple RETARD 10.',
    here: 'Bienvenue ! Nous prévenons l’équipe de votre arrivée.',
  },
}
