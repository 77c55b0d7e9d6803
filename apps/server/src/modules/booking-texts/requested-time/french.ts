import { dayAt, inDays, readDayOfMonth, readWeek, readWeekend, type WeekdayForm } from './days.ts'
import { clock, connector, day, dayOfWeek, type Rule, rule, type Token, vague, WORD } from './tokens.ts'

const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
const WEEKDAY = `(?:le )?(${WEEKDAYS.join('|')})`
const HOURS = ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze']
const HOUR_WORD = HOURS.join('|')
const HOUR = `(\\d{1,2}|${HOUR_WORD})`
const NEXT_WEEK = '(?:la )?semaine (?:prochaine|suivante|qui vient)'
const MINUTES: Record<string, number> = {
  demie: 30,
  demi: 30,
  quart: 15,
  cinq: 5,
  dix: 10,
  vingt: 20,
  'vingt-cinq': 25,
}
const UNIT =
  'personnes?|enfants?|adultes?|min(?:utes?)?|jours?|semaines?|mois|ans?|annees?|fois|euros?|rendez-vous|rdv|coupes?'
const AFTERNOON = "(?:apres[- ]?midi|aprem|aprem')"

const hourOf = (word = '') => (HOURS.includes(word) ? HOURS.indexOf(word) + 1 : Number(word))

const weekday =
  (form: WeekdayForm) =>
  ([, word = '']: readonly (string | undefined)[], today: Temporal.PlainDate): Token =>
    dayOfWeek(today, WEEKDAYS.indexOf(word) + 1, form)

const partOf = (word = ''): Token => ({
  kind: 'part',
  part: word.startsWith('matin') ? 'morning' : word.startsWith('apr') ? 'afternoon' : 'evening',
})

/** Patterns for days and times in French texts, without accents; earlier rules take precedence. */
export const FRENCH: readonly Rule[] = [
  rule('bonne? (?:journee|soiree|apres-midi|nuit|week-?end)|bonjour|bonsoir', { kind: 'break' }),
  rule(
    'quels? (?:sont |est )?(?:vos |votre )?horaires?|vos horaires|(?:a )?quelle heure (?:ouvrez|fermez|fermes)[- ]?(?:vous)?|(?:etes|serez)[- ]vous (?:ouverts?|fermes?)|combien (?:ca )?(?:coute|dure)|en retard',
    { kind: 'other-topic' },
  ),

  rule('apres[- ]demain', (_, today) => day(inDays(today, 2))),
  rule(`(?:${WEEKDAY} (?:de )?${NEXT_WEEK})|(?:${NEXT_WEEK},? ${WEEKDAY})`, ([, first, second], today) =>
    weekday('next-week')(['', first ?? second], today),
  ),
  rule(`${WEEKDAY} (?:de )?cette semaine`, weekday('this-week')),
  rule(`${WEEKDAY} en huit`, weekday('in-a-week')),
  rule(`${WEEKDAY} (?:prochain|qui vient|suivant)`, weekday('next')),
  rule(
    `${WEEKDAY} (?:dernier|passe|en quinze)|(?:tous les|chaque|les) (?:${WEEKDAYS.join('|')}|jour)s?|(?:${WEEKDAYS.join('|')})s`,
    vague('day'),
  ),
  // "Mardi 5" names one day twice.
  rule(
    `${WEEKDAY},? (?:le )?(\\d{1,2})(?! ?(?:h|heures?|[ap]\\.?m)\\b|[:.h]| personnes?| [a-z]+ \\d{4})`,
    ([, word, number], today) => [
      weekday('plain')(['', word], today),
      day(readDayOfMonth(today, Number(number), 'any')),
    ],
  ),
  rule(`(?:ce |le )?(${WEEKDAYS.join('|')})`, weekday('plain')),
  rule(NEXT_WEEK, (_, today) => day(readWeek(today, 1))),
  rule('cette semaine', (_, today) => day(readWeek(today, 0))),
  rule('(?:ce |le )week-?end', (_, today) => day(readWeekend(today))),
  rule(
    'week-?ends?(?: prochain)?|en semaine|hier|avant-hier|ce mois(?:-ci)?|(?:le )?mois prochain|(?:fin|debut|milieu) (?:du |de )?(?:mois|semaine|annee)',
    vague('day'),
  ),
  rule('dans (\\d{1,2}|deux|trois|quatre|cinq) jours', ([, count], today) => day(inDays(today, hourOf(count)))),
  rule(
    'dans (?:une?|\\d{1,2}|deux|trois|quelques) (?:minutes?|heures?)|(?:pendant|durant|dure) (?:\\d{1,2}|une|deux|trois) ?h(?:eures?)?',
    vague('time'),
  ),
  rule('dans (?:une?|\\d{1,2}|deux|trois|quelques|quinze|huit) (?:jours?|semaines?|mois)', vague('day')),
  rule('(?:le )?(\\d{1,2})(?:er)? (?:de ce|du) mois(?: (prochain)|-ci)?', ([, number, isNext], today) =>
    day(readDayOfMonth(today, Number(number), isNext ? 'next' : 'this')),
  ),
  rule('le (\\d{1,2})(?:er)?(?! ?(?:h\\b|heures?|:))', ([, number], today) =>
    day(readDayOfMonth(today, Number(number), 'any')),
  ),
  rule("n'importe quel jour|des que possible|au plus (?:tot|vite)|le plus tot possible", { kind: 'any', of: 'day' }),
  rule("(?:a )?n'importe quelle heure|n'importe quand|quand vous voulez", { kind: 'any', of: 'time' }),
  rule(`(?:ce |cet |cette )(matin|${AFTERNOON}|soir|soiree)`, ([, part], today) => [day(dayAt(today)), partOf(part)]),
  rule("aujourd'? ?hui", (_, today) => day(dayAt(today))),
  rule('demain', (_, today) => day(inDays(today, 1))),

  rule(
    "plus tard|plus tot|une autre heure|autre horaire|minuit|(?:apres|avant) (?:le |l'|les )?(?:travail|boulot|ecole|cours|dejeuner|diner)|je (?:travaille|finis|sors)",
    vague('time'),
  ),
  rule("(?:un )?autre jour|une autre date|d'autres jours", vague('day')),
  rule(
    "(?:(?:dans|de|en|pendant) )?(?:le |la |l')?(?:(?:fin|debut|milieu) (?:de |d'|du )(?:la |l')?)(?:matinee|matin|apres-midi|soiree|journee)",
    vague('time'),
  ),
  rule(`(?:(?:dans|de|du|en|pendant) )?(?:le |la |l'|au )?(matinee|matin|${AFTERNOON}|soiree|soir)`, ([, part]) =>
    partOf(part),
  ),
  rule('midi et demie?|midi (?:30|trente)', clock(12, 30, 'pm')),
  rule('midi', clock(12, 0, 'pm')),
  rule(
    `${HOUR} ?h(?:eures?)? ?(et|moins) (?:le )?(demie?|quart|cinq|dix|vingt-cinq|vingt)`,
    ([, hour, side, word = '']) => {
      const minutes = MINUTES[word] ?? 0
      if (side === 'et') return clock(hourOf(hour), minutes)
      return clock(hourOf(hour) === 1 ? 12 : hourOf(hour) - 1, 60 - minutes)
    },
  ),
  rule('(\\d{1,2}) ?(?:h|:|heures?) ?(\\d{2})(?! ?min)', ([match = '', hour, minute]) => {
    if (/^0[1-6]/.test(match)) return vague('half-of-day')
    return clock(Number(hour), Number(minute), match.startsWith('0') ? 'am' : null)
  }),
  rule(`${HOUR} ?(?:h|heures?)(?: pile)?`, ([, hour]) => clock(hourOf(hour), 0)),
  rule('(\\d{1,2})(?: ?([ap])\\.?\\s?m\\b\\.?)', ([, hour, half]) =>
    clock(Number(hour), 0, half === 'a' ? 'am' : 'pm'),
  ),
  rule(`(?:\\d{1,4}|une?|${HOUR_WORD}) (?:${UNIT})`, WORD),

  rule("a partir d[eu']|des(?= \\d)|des(?= midi)|pas avant", connector('from')),
  rule('apres', connector('after')),
  rule('de(?= \\d)|du(?= \\d)|depuis', connector('from')),
  rule('ou (?:plus tard|apres)|et apres', connector('or-later')),
  rule('ou (?:plus tot|avant)', connector('or-earlier')),
  rule('avant', connector('before')),
  rule("jusqu'(?:a|au)|au plus tard(?: a)?", connector('until')),
  rule('vers|environ|aux alentours d[eu]|autour d[eu]', connector('around')),
  rule('entre', connector('between')),
  rule('au?', connector('to')),
  rule('et', connector('and')),
  rule('ou', connector('or')),
  rule("ne|pas|jamais|sauf|sans|ni|occupee?|plutot que|au lieu d[eu]|indisponible|n'[a-z]+", { kind: 'not' }),
  rule('deplacer|changer|decaler|reporter|avancer', { kind: 'change' }),
  rule('mais', { kind: 'break' }),
  rule("svp|s'il vous plait|peut-etre|plutot|le|les|pour|si possible", []),
]
