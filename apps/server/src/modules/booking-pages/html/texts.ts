import type { BookingStatus, PageLanguage } from '@frontdesk/contract/rules'
import { type Html, html } from '../../../platform/pages/html.ts'
import { PAYMENT_TEXTS, type PaymentTexts } from './payment-texts.ts'

/** The texts of booking pages in one language. */
export interface PageTexts {
  bookAt: (business: string) => string
  chooseService: string
  nothingOnline: (location: string) => string
  chooseLocation: string
  chooseTeammate: string
  anyTeammate: string
  chooseLength: string
  minutes: (count: number) => string
  chooseTime: string
  show: string
  earlier: string
  later: string
  back: string
  toServices: string
  toVisit: string
  noTimes: string
  nextDays: string
  timesIn: (zone: string) => string
  yourTime: string
  heldUntil: (time: Html) => Html
  yourDetails: string
  name: string
  phone: string
  country: string
  email: string
  note: string
  optional: string
  textMeACode: string
  whyCode: string
  enterCode: (phone: string) => string
  code: string
  book: string
  ask: string
  approvalNote: string
  newCode: string
  statuses: Record<BookingStatus, string>
  with: (names: string) => string
  at: string
  callUs: (phone: string) => string
  addToCalendar: string
  move: string
  cancel: string
  cancelQuestion: string
  reason: string
  keep: string
  confirmCancel: string
  moveQuestion: (time: string) => string
  tooLate: string
  onTheWay: string
  late: (minutes: number) => string
  here: string
  arrivalTitle: string
  runningLate: (minutes: number, time: string) => string
  arrivalNoted: { onTheWay: string; late: (minutes: number) => string; here: string }
  taken: string
  noLongerHeld: string
  chooseAgain: string
  wrongCode: string
  codeExpired: string
  notTextable: string
  phoneInvalid: string
  answerMissing: string
  checkFields: string
  tooManyAttempts: string
  changedMeanwhile: string
  pageNotFound: string
  serviceNotFound: string
  linkInvalid: string
  failed: string
  payment: PaymentTexts
}

const en: PageTexts = {
  bookAt: (business) => `Book at ${business}`,
  chooseService: 'Choose a service',
  nothingOnline: (location) => `Nothing can be booked online at ${location}.`,
  chooseLocation: 'Location',
  chooseTeammate: 'With',
  anyTeammate: 'Anyone',
  chooseLength: 'Length',
  minutes: (count) => `${count} min`,
  chooseTime: 'Choose a time',
  show: 'Show times',
  earlier: 'Earlier',
  later: 'Later',
  back: 'Back',
  toServices: 'See all services',
  toVisit: 'Back to your visit',
  noTimes: 'No free times on these days.',
  nextDays: 'Show the next days',
  timesIn: (zone) => `Times in ${zone}`,
  yourTime: 'your time',
  heldUntil: (time) => html`We hold this time for you until ${time}.`,
  yourDetails: 'Your details',
  name: 'Name',
  phone: 'Mobile number',
  country: 'Country',
  email: 'Email',
  note: 'Anything we should know',
  optional: 'optional',
  textMeACode: 'Text me a code',
  whyCode: 'We text you a code to make sure the number is yours. Message and data rates may apply.',
  enterCode: (phone) => `Enter the code we texted to ${phone}`,
  code: 'Code',
  book: 'Book this time',
  ask: 'Request this time',
  approvalNote: 'We check every request for this service and text you once it is booked.',
  newCode: 'No code? Change the number or get a new one',
  statuses: {
    held: 'Held for you',
    requested: 'Requested: we will text you once it is booked',
    booked: 'Booked',
    confirmed: 'Confirmed',
    arrived: 'You are here',
    completed: 'Completed',
    cancelled: 'Canceled',
    declined: 'We cannot take this visit',
    'no-show': 'Missed',
    expired: 'No longer held',
  },
  with: (names) => `with ${names}`,
  at: 'Where',
  callUs: (phone) => `Call us: ${phone}`,
  addToCalendar: 'Add to calendar',
  move: 'Change the time',
  cancel: 'Cancel the visit',
  cancelQuestion: 'Cancel this visit?',
  reason: 'Reason',
  keep: 'Keep it',
  confirmCancel: 'Cancel the visit',
  moveQuestion: (time) => `Now: ${time}. Choose another time.`,
  tooLate: 'It is too late to change this visit online. Please call us.',
  onTheWay: 'I’m on my way',
  late: (minutes) => `${minutes} min late`,
  here: 'I’m here',
  arrivalTitle: 'Let us know',
  runningLate: (minutes, time) => `We are running about ${minutes} minutes late. Your visit will start around ${time}.`,
  arrivalNoted: {
    onTheWay: 'We know that you are on your way.',
    late: (minutes) => `We know that you will be ${minutes} minutes late.`,
    here: 'We know that you are here.',
  },
  taken: 'Someone else just took this time. Please choose another one.',
  noLongerHeld: 'We no longer hold this time for you.',
  chooseAgain: 'Choose a time again',
  wrongCode: 'This code is wrong. Enter the one in our latest text.',
  codeExpired: 'This code is no longer valid. Get a new one.',
  notTextable: 'We can’t text this number. Enter another mobile number, or call us.',
  phoneInvalid: 'This is not a phone number. Check its digits and the country.',
  answerMissing: 'Please answer the questions that are not optional.',
  checkFields: 'Please check what you entered.',
  tooManyAttempts: 'Too many attempts. Please wait a few minutes, or call us.',
  changedMeanwhile: 'This visit was changed meanwhile. Here is how it is now.',
  pageNotFound: 'There is no booking page at this address.',
  serviceNotFound: 'This service can no longer be booked online.',
  linkInvalid: 'This link no longer works.',
  failed: 'That did not work, and nothing was changed. Please try again.',
  payment: PAYMENT_TEXTS.en,
}

const es: PageTexts = {
  bookAt: (business) => `Reservar en ${business}`,
  chooseService: 'Elija un servicio',
  nothingOnline: (location) => `En ${location} no se puede reservar en línea.`,
  chooseLocation: 'Sucursal',
  chooseTeammate: 'Con',
  anyTeammate: 'Cualquier persona',
  chooseLength: 'Duración',
  minutes: (count) => `${count} min`,
  chooseTime: 'Elija una hora',
  show: 'Ver horas',
  earlier: 'Antes',
  later: 'Después',
  back: 'Atrás',
  toServices: 'Ver todos los servicios',
  toVisit: 'Volver a su cita',
  noTimes: 'No hay horas libres en estos días.',
  nextDays: 'Ver los días siguientes',
  timesIn: (zone) => `Zona horaria: ${zone}`,
  yourTime: 'su hora',
  heldUntil: (time) => html`Le guardamos esta hora hasta las ${time}.`,
  yourDetails: 'Sus datos',
  name: 'Nombre',
  phone: 'Número de celular',
  country: 'País',
  email: 'Correo electrónico',
  note: 'Algo que debamos saber',
  optional: 'opcional',
  textMeACode: 'Envíenme un código',
  whyCode:
    'Le enviamos un código por mensaje de texto para comprobar que el número es suyo. Pueden aplicarse tarifas de mensajes y datos.',
  enterCode: (phone) => `Escriba el código que enviamos al ${phone}`,
  code: 'Código',
  book: 'Reservar esta hora',
  ask: 'Solicitar esta hora',
  approvalNote: 'Revisamos cada solicitud de este servicio y le escribimos cuando esté reservada.',
  newCode: '¿No recibió el código? Cambie el número o pida otro',
  statuses: {
    held: 'Guardada para usted',
    requested: 'Solicitada: le escribiremos cuando esté reservada',
    booked: 'Reservada',
    confirmed: 'Confirmada',
    arrived: 'Ya llegó',
    completed: 'Terminada',
    cancelled: 'Cancelada',
    declined: 'No podemos atender esta cita',
    'no-show': 'No asistió',
    expired: 'Ya no está guardada',
  },
  with: (names) => `con ${names}`,
  at: 'Dónde',
  callUs: (phone) => `Llámenos: ${phone}`,
  addToCalendar: 'Agregar al calendario',
  move: 'Cambiar la hora',
  cancel: 'Cancelar la cita',
  cancelQuestion: '¿Cancelar esta cita?',
  reason: 'Motivo',
  keep: 'Conservarla',
  confirmCancel: 'Cancelar la cita',
  moveQuestion: (time) => `Ahora: ${time}. Elija otra hora.`,
  tooLate: 'Ya es tarde para cambiar esta cita en línea. Llámenos, por favor.',
  onTheWay: 'Voy en camino',
  late: (minutes) => `${minutes} min tarde`,
  here: 'Ya llegué',
  arrivalTitle: 'Avísenos',
  runningLate: (minutes, time) => `Llevamos unos ${minutes} minutos de retraso. Su cita empezará hacia las ${time}.`,
  arrivalNoted: {
    onTheWay: 'Sabemos que viene en camino.',
    late: (minutes) => `Sabemos que llegará ${minutes} minutos tarde.`,
    here: 'Sabemos que ya llegó.',
  },
  taken: 'Alguien acaba de tomar esta hora. Elija otra, por favor.',
  noLongerHeld: 'Ya no le guardamos esta hora.',
  chooseAgain: 'Elegir otra vez',
  wrongCode: 'El código no es correcto. Escriba el de nuestro último mensaje.',
  codeExpired: 'Este código ya no es válido. Pida otro.',
  notTextable: 'No podemos enviar mensajes a este número. Escriba otro celular o llámenos.',
  phoneInvalid: 'No es un número de teléfono. Revise los dígitos y el país.',
  answerMissing: 'Responda las preguntas que no son opcionales, por favor.',
  checkFields: 'Revise lo que escribió, por favor.',
  tooManyAttempts: 'Demasiados intentos. Espere unos minutos o llámenos.',
  changedMeanwhile: 'Esta cita cambió mientras tanto. Así está ahora.',
  pageNotFound: 'No hay ninguna página de reservas en esta dirección.',
  serviceNotFound: 'Este servicio ya no se puede reservar en línea.',
  linkInvalid: 'Este enlace ya no funciona.',
  failed: 'No funcionó y nada cambió. Inténtelo otra vez.',
  payment: PAYMENT_TEXTS.es,
}

const fr: PageTexts = {
  bookAt: (business) => `Réserver chez ${business}`,
  chooseService: 'Choisissez un service',
  nothingOnline: (location) => `Aucun service ne peut être réservé en ligne chez ${location}.`,
  chooseLocation: 'Adresse',
  chooseTeammate: 'Avec',
  anyTeammate: 'Peu importe',
  chooseLength: 'Durée',
  minutes: (count) => `${count} min`,
  chooseTime: 'Choisissez une heure',
  show: 'Voir les heures',
  earlier: 'Avant',
  later: 'Après',
  back: 'Retour',
  toServices: 'Voir tous les services',
  toVisit: 'Retour à votre rendez-vous',
  noTimes: 'Aucune heure libre ces jours-ci.',
  nextDays: 'Voir les jours suivants',
  timesIn: (zone) => `Fuseau horaire\u00a0: ${zone}`,
  yourTime: 'à votre heure',
  heldUntil: (time) => html`Nous vous réservons cette heure jusqu’à ${time}.`,
  yourDetails: 'Vos coordonnées',
  name: 'Nom',
  phone: 'Numéro de portable',
  country: 'Pays',
  email: 'E-mail',
  note: 'Ce que nous devrions savoir',
  optional: 'facultatif',
  textMeACode: 'Envoyez-moi un code',
  whyCode:
    'Nous vous envoyons un code par SMS pour vérifier que ce numéro est le vôtre. Des frais de messagerie peuvent s’appliquer.',
  enterCode: (phone) => `Saisissez le code envoyé au ${phone}`,
  code: 'Code',
  book: 'Réserver cette heure',
  ask: 'Demander cette heure',
  approvalNote: 'Nous vérifions chaque demande pour ce service et vous écrivons dès qu’elle est acceptée.',
  newCode: 'Pas de code\u00a0? Changez de numéro ou demandez-en un autre',
  statuses: {
    held: 'Gardé pour vous',
    requested: 'Demandé\u00a0: nous vous écrirons dès qu’il est accepté',
    booked: 'Réservé',
    confirmed: 'Confirmé',
    arrived: 'Vous êtes là',
    completed: 'Terminé',
    cancelled: 'Annulé',
    declined: 'Nous ne pouvons pas accepter ce rendez-vous',
    'no-show': 'Manqué',
    expired: 'N’est plus gardé',
  },
  with: (names) => `avec ${names}`,
  at: 'Où',
  callUs: (phone) => `Appelez-nous\u00a0: ${phone}`,
  addToCalendar: 'Ajouter au calendrier',
  move: 'Changer l’heure',
  cancel: 'Annuler le rendez-vous',
  cancelQuestion: 'Annuler ce rendez-vous\u00a0?',
  reason: 'Motif',
  keep: 'Le garder',
  confirmCancel: 'Annuler le rendez-vous',
  moveQuestion: (time) => `Actuellement\u00a0: ${time}. Choisissez une autre heure.`,
  tooLate: 'Il est trop tard pour changer ce rendez-vous en ligne. Appelez-nous, s’il vous plaît.',
  onTheWay: 'Je suis en route',
  late: (minutes) => `${minutes} min de retard`,
  here: 'Je suis là',
  arrivalTitle: 'Prévenez-nous',
  runningLate: (minutes, time) =>
    `Nous avons environ ${minutes} minutes de retard. Votre rendez-vous commencera vers ${time}.`,
  arrivalNoted: {
    onTheWay: 'Nous savons que vous êtes en route.',
    late: (minutes) => `Nous savons que vous aurez ${minutes} minutes de retard.`,
    here: 'Nous savons que vous êtes là.',
  },
  taken: 'Quelqu’un vient de prendre cette heure. Choisissez-en une autre.',
  noLongerHeld: 'Nous ne vous gardons plus cette heure.',
  chooseAgain: 'Choisir à nouveau',
  wrongCode: 'Ce code est faux. Saisissez celui de notre dernier SMS.',
  codeExpired: 'Ce code n’est plus valable. Demandez-en un autre.',
  notTextable: 'Nous ne pouvons pas envoyer de SMS à ce numéro. Saisissez un autre portable ou appelez-nous.',
  phoneInvalid: 'Ce n’est pas un numéro de téléphone. Vérifiez les chiffres et le pays.',
  answerMissing: 'Répondez aux questions qui ne sont pas facultatives.',
  checkFields: 'Vérifiez ce que vous avez saisi.',
  tooManyAttempts: 'Trop d’essais. Attendez quelques minutes ou appelez-nous.',
  changedMeanwhile: 'Ce rendez-vous a changé entre-temps. Le voici à présent.',
  pageNotFound: 'Il n’y a pas de page de réservation à cette adresse.',
  serviceNotFound: 'Ce service ne peut plus être réservé en ligne.',
  linkInvalid: 'Ce lien ne fonctionne plus.',
  failed: 'Cela n’a pas marché et rien n’a changé. Réessayez.',
  payment: PAYMENT_TEXTS.fr,
}

export const PAGE_TEXTS: Record<PageLanguage, PageTexts> = { en, es, fr }
