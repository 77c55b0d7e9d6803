import { fold } from './fold.ts'
import { stripQuotedText } from './strip-quoted-text.ts'

/** Meaning of a contact’s text that is only about their visit. */
export type VisitText =
  | { kind: 'confirm' | 'decline' | 'on-the-way' | 'here' }
  /** With a requested time: the same text seems to say when. */
  | { kind: 'change'; hasRequest?: true }
  /** One of the offered times by its number; 0: they want others. */
  | { kind: 'choose'; number: number }
  /** Null: they do not say how many minutes. */
  | { kind: 'late'; minutes: number | null }

const MAX_LENGTH = 60
const MAX_MINUTES = 240

const words = (kind: Exclude<VisitText['kind'], 'choose' | 'late'>, phrases: string) =>
  phrases.split(', ').map((phrase) => [phrase, { kind }] as const)
const numbers = (number: number, phrases: string) =>
  phrases.split(', ').map((phrase) => [phrase, { kind: 'choose', number }] as const)

// Without diacritics and punctuation, as `fold` writes them. YES is here because it opts in only those who are opted
// out.
const PHRASES = new Map<string, VisitText>([
  ...words('confirm', 'c, confirm, confirmed, i confirm, y, yes, yes confirmed, yes i confirm'),
  ...words('confirm', 'si, confirmo, confirmado, si confirmo, oui, je confirme, oui je confirme'),
  ...words('change', 'r, reschedule, change, move, reprogramar, cambiar, deplacer, changer'),
  ...words('decline', 'n, no, no thanks, no thank you, nope, no gracias, non, non merci'),
  ...numbers(0, '0, zero, more, more times, other times, cero, mas, otras horas, plus, dautres heures'),
  ...numbers(
    1,
    '1, one, number 1, option 1, 1 please, the first one, uno, el 1, la 1, opcion 1, 1 por favor, un, le 1, 1 svp',
  ),
  ...numbers(
    2,
    '2, two, number 2, option 2, 2 please, the second one, dos, el 2, la 2, opcion 2, 2 por favor, deux, le 2, 2 svp',
  ),
  ...numbers(
    3,
    '3, three, number 3, option 3, 3 please, the third one, tres, el 3, la 3, opcion 3, 3 por favor, trois, le 3, 3 svp',
  ),
  ...words('on-the-way', 'omw, on my way, on the way, im on my way, we are on our way, were on our way'),
  ...words('on-the-way', 'en camino, voy en camino, estoy en camino, ya voy, en route, je suis en route, jarrive'),
  ...words('here', 'here, im here, i am here, we are here, were here, arrived, ive arrived, i have arrived'),
  ...words('here', 'aqui, estoy aqui, ya estoy aqui, llegue, ya llegue, je suis la, je suis arrive, je suis arrivee'),
])

const LATE = [
  /^(?:(?:im|i am|we are|ill be|i will be|running) )*(?:about )?(?:(?<before>\d{1,3}) ?(?:m|min|mins|minutes)? )?late(?: (?:by )?(?:about )?(?<after>\d{1,3}) ?(?:m|min|mins|minutes)?)?$/,
  /^(?:(?:llego|voy|estoy|llegare) )*(?:unos )?(?:(?<before>\d{1,3}) ?(?:min|minutos)? )?tarde(?: (?<after>\d{1,3}) ?(?:min|minutos)?)?$/,
  /^(?:(?:jai|je serai|je suis) )*(?:(?<before>\d{1,3}) ?(?:min|minutes)? (?:de )?)?(?:en )?retard(?: (?:de )?(?<after>\d{1,3}) ?(?:min|minutes)?)?$/,
]

/** "R" and its synonyms, and the words that may be between it and a time. */
const CHANGE = '(?:r|reschedule|change|move|reprogramar|cambiar|deplacer|changer)'
const BETWEEN =
  '(?:please|por favor|svp|it|my visit|my appointment|the visit|the appointment|mi cita|la cita|mon rendez vous|mon rdv|to|for|on|at|a|al|para|pour|au|le|el|the)'
/** How days and times begin. The reader of requested times decides; these keep texts such as "R u open?" from it. */
const TIME_STARTS = [
  '\\d',
  'mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|tmrw|tmr|today|tonight|next',
  'this|any|after|before|around|between|from|morning|afternoon|evening|noon|midday|half|quarter|later|earlier',
  'lunes|martes|miercoles|jueves|viernes|sabado|domingo|ene|abr|ago|dic|manana|hoy|pasado|proximo|despues|antes|entre',
  'las|la una|por la|mediodia|cualquier|partir|desde|sobre',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|fev|avr|mai|juin|juil|aou|demain|apres|avant|vers|ce|cet|cette',
  'matin|midi|soir|prochain|la semaine|la proxima|nimporte',
]
const REQUEST = new RegExp(`^${CHANGE}(?: ${BETWEEN})* (?:${TIME_STARTS.join('|')})`)
/** Longer texts are about more than a time. */
const REQUEST_MAX = 160

/** Reads a text that only confirms a visit, asks for another time, or says that someone is on the way, late or here. */
export function readVisitText(body: string): VisitText | null {
  if (body.length > MAX_LENGTH * 4) return null
  const text = fold(stripQuotedText(body))
  if (text.length <= REQUEST_MAX && REQUEST.test(text)) return { kind: 'change', hasRequest: true }
  if (text === '' || text.length > MAX_LENGTH) return null
  const phrase = PHRASES.get(text)
  if (phrase) return phrase
  for (const pattern of LATE) {
    const { before, after } = pattern.exec(text)?.groups ?? {}
    if (!pattern.test(text) || (before !== undefined && after !== undefined)) continue
    const said = before ?? after
    const minutes = said === undefined ? null : Number(said)
    return { kind: 'late', minutes: minutes === null || minutes < 1 || minutes > MAX_MINUTES ? null : minutes }
  }
  return null
}
