import type { PageLanguage } from '@frontdesk/contract/rules'

interface Texts {
  confirmed: string
  /** With the page of the visit. */
  change: string
  onTheWay: string
  late: string
  askMinutes: string
  here: string
  /** After one of these three, if the visit starts later than booked. */
  runningLate: (minutes: number, time: string) => string
  /** A time was chosen, if the business has no text of its own for it. */
  booked: string
  moved: string
  requested: string
  /** A second choice after one was booked. */
  isBooked: string
  /** The visit stays at its time. */
  kept: string
  declined: string
  /** Without variables of a visit. */
  askNumber: string
  askDay: string
  askTime: string
  askHalf: string
  noOtherTimes: string
  nothingFree: string
  /** With the address of the booking page after it. */
  bookOnline: string
  handedOver: string
}

/** Texts that are replies of their own, not parts of one or questions about a time. */
export type WholeReplyKey = Exclude<
  keyof Texts,
  'runningLate' | 'bookOnline' | 'askNumber' | 'askDay' | 'askTime' | 'askHalf'
>

/** Our replies to texts about visits, with the variables of booking texts. None asks for a word that opts out. */
export const REPLIES: Record<PageLanguage, Texts> = {
  en: {
    confirmed: 'Thank you, :booking_time: is confirmed.',
    change: 'Choose another time here: :booking_link:',
    onTheWay: 'Thank you, we let the team know that you are on your way.',
    late: 'Thank you for telling us. We let the team know.',
    askMinutes: 'About how many minutes late are you? Reply with LATE and the minutes, such as LATE 10.',
    here: 'Welcome! We let the team know that you are here.',
    runningLate: (minutes, time) =>
      `We are running about ${minutes} minutes late, so your visit will start around ${time}.`,
    booked: 'Thank you, you are booked for :booking_service: on :booking_time:. Change it here: :booking_link:',
    moved: 'Thank you, your visit is now on :booking_time:.',
    requested: 'Thank you, you asked for :booking_time:. We will text you once it is booked.',
    isBooked: 'You are booked on :booking_time:. For another time: :booking_link:',
    kept: 'Your visit is still on :booking_time:.',
    declined: 'OK, we will offer that time to someone else. Text us whenever you would like to come in.',
    askNumber:
      'Sorry, we did not understand that. Reply with the number of a time, 0 for other times, or a day and time that suits you.',
    askDay: 'Which day suits you? Reply with a date, such as May 5, or with the number of a time.',
    askTime: 'Which time suits you? Reply with a time, such as 2:30 PM, or with the number of a time we offered.',
    askHalf: 'In the morning or in the evening?',
    noOtherTimes:
      'There are no other free times right now. Reply with the number of a time, or tell us what suits you.',
    nothingFree: 'Sorry, that time is no longer held for you, and nothing else is free right now. Our team will reply.',
    bookOnline: 'All free times:',
    handedOver: 'Thank you. Someone on our team will reply.',
  },
  es: {
    confirmed: 'Gracias, :booking_time: queda confirmado.',
    change: 'Elija otra hora aquí: :booking_link:',
    onTheWay: 'Gracias, avisamos al equipo de que está en camino.',
    late: 'Gracias por avisar. Se lo decimos al equipo.',
    askMinutes: '¿Cuántos minutos tarde llega? Responda TARDE y los minutos, por ejemplo TARDE 10.',
    here: '¡Gracias! Avisamos al equipo de que ya está aquí.',
    runningLate: (minutes, time) => `Llevamos unos ${minutes} minutos de retraso: su cita empezará hacia las ${time}.`,
    booked: 'Gracias, tiene su cita para :booking_service: el :booking_time:. Cámbiela aquí: :booking_link:',
    moved: 'Gracias, su cita es ahora el :booking_time:.',
    requested: 'Gracias, ha pedido el :booking_time:. Le avisaremos cuando esté reservado.',
    isBooked: 'Tiene su cita el :booking_time:. Para otra hora: :booking_link:',
    kept: 'Su cita sigue el :booking_time:.',
    declined: 'De acuerdo, le ofreceremos esa hora a otra persona. Escríbanos cuando quiera una cita.',
    askNumber:
      'Disculpe, no le entendimos. Responda con el número de una hora, 0 para otras horas, o el día y la hora que le convienen.',
    askDay: '¿Qué día le conviene? Responda con una fecha, por ejemplo 5 de mayo, o con el número de una hora.',
    askTime: '¿A qué hora le conviene? Responda con una hora, por ejemplo 14:30, o con el número de una hora ofrecida.',
    askHalf: '¿Por la mañana o por la tarde?',
    noOtherTimes: 'Ahora no hay otras horas libres. Responda con el número de una hora, o díganos qué le conviene.',
    nothingFree: 'Lo sentimos, ya no le reservamos esa hora y ahora no hay otra libre. El equipo le responderá.',
    bookOnline: 'Todas las horas libres:',
    handedOver: 'Gracias. Alguien del equipo le responderá.',
  },
  fr: {
    confirmed: 'Merci, :booking_time: est confirmé.',
    change: 'Choisissez une autre heure ici : :booking_link:',
    onTheWay: 'Merci, nous prévenons l’équipe que vous êtes en route.',
    late: 'Merci de nous prévenir. Nous le disons à l’équipe.',
    askMinutes: 'Combien de minutes de retard avez-vous ? Répondez RETARD et les minutes, par exemple RETARD 10.',
    here: 'Bienvenue ! Nous prévenons l’équipe de votre arrivée.',
    runningLate: (minutes, time) =>
      `Nous avons environ ${minutes} minutes de retard : votre rendez-vous commencera vers ${time}.`,
    booked: 'Merci, c’est réservé pour :booking_service: le :booking_time:. Pour changer : :booking_link:',
    moved: 'Merci, votre rendez-vous est maintenant le :booking_time:.',
    requested: 'Merci, vous avez demandé le :booking_time:. Nous vous écrirons une fois que ce sera réservé.',
    isBooked: 'Votre rendez-vous est le :booking_time:. Pour une autre heure : :booking_link:',
    kept: 'Votre rendez-vous reste le :booking_time:.',
    declined: 'D’accord, nous proposons ce créneau à quelqu’un d’autre. Écrivez-nous quand vous voulez un rendez-vous.',
    askNumber:
      'Désolé, nous n’avons pas compris. Répondez par le numéro d’un créneau, 0 pour d’autres créneaux, ou le jour et l’heure qui vous conviennent.',
    askDay: 'Quel jour vous convient ? Répondez par une date, par exemple 5 mai, ou par le numéro d’un créneau.',
    askTime:
      'Quelle heure vous convient ? Répondez par une heure, par exemple 14 h 30, ou par le numéro d’un créneau proposé.',
    askHalf: 'Le matin ou le soir ?',
    noOtherTimes:
      'Il n’y a pas d’autre créneau libre pour l’instant. Répondez par le numéro d’un créneau, ou dites-nous ce qui vous convient.',
    nothingFree:
      'Désolé, ce créneau n’est plus réservé pour vous et aucun autre n’est libre pour l’instant. L’équipe vous répondra.',
    bookOnline: 'Tous les créneaux libres :',
    handedOver: 'Merci. Quelqu’un de l’équipe vous répondra.',
  },
}
