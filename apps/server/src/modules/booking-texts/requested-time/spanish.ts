import { dayAt, inDays, readDayOfMonth, readWeek, readWeekend, type WeekdayForm } from './days.ts'
import { clock, connector, day, dayOfWeek, type Rule, rule, type Token, vague, WORD } from './tokens.ts'

const WEEKDAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']
const WEEKDAY = `(?:el )?(${WEEKDAYS.join('|')})`
const HOURS = ['una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce']
const HOUR_WORD = HOURS.join('|')
const HOUR = `(\\d{1,2}|${HOUR_WORD})`
const HALF = '(?:\\s?([ap])\\.?\\s?m\\b\\.?)'
const MINUTES: Record<string, number> = { media: 30, cuarto: 15, cinco: 5, diez: 10, veinte: 20, veinticinco: 25 }
const NEXT_WEEK = '(?:la )?(?:semana (?:que viene|proxima|siguiente|entrante)|(?:proxima|siguiente) semana)'
const UNIT =
  'personas?|ninos?|ninas?|hijos?|adultos?|min(?:utos?)?|horas?|hrs?|dias?|semanas?|meses|mes|anos?|veces|euros?|dolares|pesos?|citas?|cortes?'

const hourOf = (word = '') => (HOURS.includes(word) ? HOURS.indexOf(word) + 1 : Number(word))
const halfOf = (letter: string | undefined) => (letter === 'a' ? 'am' : letter === 'p' ? 'pm' : null)

const weekday =
  (form: WeekdayForm) =>
  ([, word = '']: readonly (string | undefined)[], today: Temporal.PlainDate): Token =>
    dayOfWeek(today, WEEKDAYS.indexOf(word) + 1, form)

const partOf = (word: string | undefined): Token => ({
  kind: 'part',
  part: word === 'manana' ? 'morning' : word === 'tarde' ? 'afternoon' : 'evening',
  // The "tarde" lasts until it is dark.
  ...(word === 'tarde' && { times: { from: new Temporal.PlainTime(12), to: new Temporal.PlainTime(19, 59) } }),
})

/** Patterns for days and times in Spanish texts, without accents; earlier rules take precedence. */
export const SPANISH: readonly Rule[] = [
  rule('buen(?:os|as)? (?:dias?|tardes?|noches?)|feliz (?:dia|tarde|noche)', { kind: 'break' }),
  rule(
    '(?:a )?que horas? (?:abren|cierran|abre|cierra)|(?:cual es|que|su) horario|estan (?:abiertos|cerrados)|cuanto (?:cuesta|vale|dura|tarda|cobran)|llego tarde|voy tarde|tarde (?=a la cita)',
    { kind: 'other-topic' },
  ),

  rule('pasado manana', (_, today) => day(inDays(today, 2))),
  rule(`${WEEKDAY} (?:de )?${NEXT_WEEK}|(?:de )?${NEXT_WEEK},? ${WEEKDAY}`, ([, first, second], today) =>
    weekday('next-week')(['', first ?? second], today),
  ),
  rule(`${WEEKDAY} (?:de )?esta semana`, weekday('this-week')),
  rule(
    `(?:el )?proximo (${WEEKDAYS.join('|')})|${WEEKDAY} (?:proximo|que viene|siguiente|entrante)`,
    ([, first, second], today) => weekday('next')(['', first ?? second], today),
  ),
  rule(
    `${WEEKDAY} pasado|(?:todos|cada) (?:los )?(?:${WEEKDAYS.join('|')}|dias?|sabados|domingos)|los (?:${WEEKDAYS.join('|')}|sabados|domingos)`,
    vague('day'),
  ),
  // "Martes 5" names one day twice.
  rule(
    `${WEEKDAY},? (?:el )?(?:dia )?(\\d{1,2})(?! ?(?:h|hs|hrs|[ap]\\.?m|y)\\b|[:.h]\\d| de la| personas?| de [a-z]+ \\d{4})`,
    ([, word, number], today) => [
      weekday('plain')(['', word], today),
      day(readDayOfMonth(today, Number(number), 'any')),
    ],
  ),
  rule(`(?:este |el )?(${WEEKDAYS.join('|')})`, weekday('plain')),
  rule(NEXT_WEEK, (_, today) => day(readWeek(today, 1))),
  rule('esta semana', (_, today) => day(readWeek(today, 0))),
  rule('(?:este |el |en el )fin de semana', (_, today) => day(readWeekend(today))),
  rule(
    'fin(?:es)? de semana|entre semana|ayer|anteayer|(?:este|el (?:proximo )?) ?mes(?: que viene)?|(?:fin|final|finales|principios|mediados) de (?:mes|ano|semana)',
    vague('day'),
  ),
  rule('(?:en|dentro de) (\\d{1,2}|dos|tres|cuatro|cinco) dias', ([, count], today) =>
    day(inDays(today, hourOf(count))),
  ),
  rule('(?:en|dentro de) (?:un|una|\\d{1,2}|dos|tres|unas|unos) (?:minutos?|horas?|ratos?)', vague('time')),
  rule('(?:en|dentro de) (?:un|una|\\d{1,2}|dos|tres|unas|unos) (?:dias?|semanas?|mes|meses)', vague('day')),
  rule(
    '(?:el )?(?:dia )?(\\d{1,2}) (?:de (este)|del) (?:proximo )?mes(?: (?:que viene|proximo|siguiente))?',
    ([, number, isThis], today) => day(readDayOfMonth(today, Number(number), isThis ? 'this' : 'next')),
  ),
  rule('(?:el dia|el|dia) (\\d{1,2})(?! ?(?:de la|:|h\\b))', ([, number], today) =>
    day(readDayOfMonth(today, Number(number), 'any')),
  ),
  rule('(?:el |dia )?(?:primero|1ro|1o)(?= de (este) mes)', (_, today) => day(readDayOfMonth(today, 1, 'this'))),
  rule('cualquier dia|lo antes posible|cuanto antes', { kind: 'any', of: 'day' }),
  rule('(?:a )?cualquier hora|cuando sea|a la hora que sea', { kind: 'any', of: 'time' }),
  rule('esta (manana|tarde|noche)', ([, part], today) => [day(dayAt(today)), partOf(part)]),
  rule('hoy(?: mismo)?', (_, today) => day(dayAt(today))),

  rule(
    `(?:en|por|a|de|durante) la (manana|tarde|noche)|(?<=(?:manana|hoy|${WEEKDAYS.join('|')}) )(?:en la |la )?(tarde|noche)`,
    ([, first, second]) => partOf(first ?? second),
  ),
  rule('(?:la |las )(manana|tarde|noche)s?', ([, part]) => partOf(part)),
  rule('(?<=(?:hoy|lunes|martes|miercoles|jueves|viernes|sabado|domingo) )(?:en la )?manana', partOf('manana')),
  rule('manana', (_, today) => day(inDays(today, 1))),
  rule(
    'mas tarde|mas temprano|mas pronto|otra hora|otro horario|temprano|(?:despues|antes) del? (?:trabajo|trabajar|comer|almuerzo|colegio|escuela)|medianoche|salgo(?: del trabajo)?|trabajo',
    vague('time'),
  ),
  rule('otro dia|otra fecha|otros dias', vague('day')),
  rule('(?:al? |el )?medio ?dia', clock(12, 0, 'pm')),
  rule(
    `(?:a )?(?:las? )?${HOUR} (y|menos) (media|cuarto|cinco|diez|veinte|veinticinco|\\d{2})${HALF}?`,
    ([, hour, side, word = '', half]) => {
      const minutes = MINUTES[word] ?? Number(word)
      if (side === 'y') return clock(hourOf(hour), minutes, halfOf(half))
      const before = hourOf(hour) === 1 ? 12 : hourOf(hour) - 1
      return clock(before, 60 - minutes, before === 11 && half ? null : halfOf(half))
    },
  ),
  rule(`(?:las? )?(\\d{1,2}) ?[:.h] ?(\\d{2})(?: ?(?:h|hs|hrs|horas))?${HALF}?`, ([match = '', hour, minute, half]) => {
    if (!half && /^0[1-6]/.test(match)) return vague('half-of-day')
    return clock(Number(hour), Number(minute), !half && match.startsWith('0') ? 'am' : halfOf(half))
  }),
  rule(`(?:las? )?${HOUR}${HALF}`, ([, hour, half]) => clock(hourOf(hour), 0, halfOf(half))),
  rule('(?:las )?(\\d{1,2}) ?h(?:s|rs)?\\.?', ([, hour]) => clock(Number(hour), 0)),
  rule(`las? ${HOUR}(?: ?horas)?(?: en punto)?`, ([, hour]) => clock(hourOf(hour), 0)),
  rule(`(?:\\d{1,4}|un|una|${HOUR_WORD}|media) (?:${UNIT})`, WORD),

  rule('(?:a partir|despues) del?|pasadas?|luego del?|no antes del?', (groups) =>
    connector(groups[0]?.startsWith('a ') || groups[0]?.startsWith('no') ? 'from' : 'after'),
  ),
  rule('desde|de(?= (?:las? )?\\d)|de(?= las? )|del(?= \\d)', connector('from')),
  rule('en adelante|o mas tarde|o despues', connector('or-later')),
  rule('o antes', connector('or-earlier')),
  rule('antes del?', connector('before')),
  rule('hasta|no mas tarde del?|como (?:muy )?tarde a', connector('until')),
  rule('sobre|alrededor del?|como a|a eso de|hacia|cerca del?|mas o menos(?: a)?', connector('around')),
  rule('entre', connector('between')),
  rule('al?', connector('to')),
  rule('y|e', connector('and')),
  rule('o|u', connector('or')),
  rule('no(?= ?(?:[,.!]|$))', { kind: 'break' }),
  rule('no|nunca|tampoco|ni|excepto|salvo|menos|sin|ocupad[oa]|en vez del?|en lugar del?', { kind: 'not' }),
  rule('mover|mueva|cambiar|cambie|cambio|pasar|pase|mueve|cambia', { kind: 'change' }),
  rule('pero', { kind: 'break' }),
  rule('por favor|tal vez|quizas?|el|en|para|mejor', []),
]
