/**
 * Patterns of opt-outs in English, Spanish and French, and of their look-alikes. All match text in lower case, without
 * accents and apostrophes, clause by clause. In a repeated group no alternative may be a sequence of others: a text of
 * such words would be matched in exponential time.
 */

/** Longer texts without any of these are not judged: most texts. */
export const TRIGGER =
  /stop|send|sent|offer|🛑|enroll|want|make|call|lach|hac|permi|retir|knock|exclu|sign me|hit|blow|give you|number|phone|besoin|rappel|record|aviso|reply|rather not|desist|notif|alert|remind|promo|these|tired|sick of|hate|permission|consent|marre|hart|unsu|receiv|(?:dont|not|longer|never) (?:want|wish|care|like|need)|remov|remo|rwm|opt(?:ed|ing)? ?(?:me |us |my )?out|\boff\b|delet|eras|lose|loose|forget|text|txt|messag|msg|contact|spam|alone|enough|quit\b|ceas|desist|discontinu|halt|wrong (?:num|pers)|interes|block|harass|report|bother|hear from|sign(?:ed)? up|subscri|no more|no mas|no (?:quiero|deseo|queremos) mas|no further|(?:veux|voulons|souhaite|souhaitons) (?:plus|pas)|cut it|go away|ofert|fuck off|piss off|shut up|st[po][op]?p\b|sotp|cancel|write to|baja|envi|mand|escrib|mensaj|list|numero|basta|par(?:e|en|ar)\b|dej|molest|borr|elimin|quit|sac[ao]|saq|deten|autoriz|desus|equivocad|bloque|arret|abonn|inscri|envoy|ecri|recevoir|tranquil|la paix|cess[eo]|suffit|mauvais|pub/

/** Separators between the clauses of a text, which are judged one by one. */
export const CLAUSES = /[.!?;\n]+|,? (?:but|and then|because|pero|porque|mais|parce que) |[🛑😡🤬🙄✋🚫]+/u

const EN_CHANNEL =
  '(?:texts?|txts?|texting|text messages?|messages?|msgs?|messaging|sms|notifications?|alerts?|promos?|promotions?|promotional \\w+|offers|ads?|advertis\\w+|advertisements|marketing|spam|coupons|solicitations?|communications?|correspondence|contact|reminders|updates)'
const EN_ARTICLE =
  '(?:(?:the|these|those|this|your|ur|all|any|further|more|such|future|of|with|please|pls|so many|annoying|stupid|damn|fucking|unwanted|automated) )*'
const EN_VERB = '(?:text|txt|message|msg|contact|write|reach out|sms)'
const EN_VERBING =
  '(?:text|txt|messag|msg|msgg|contact|spamm?|harass|bother|bugg|solicit|pester|annoy|disturb)(?:ing|in)\\b'
/** How a request begins, possibly of someone else. */
const EN_ASKING =
  '^(?:please |pls |plz |hi |hello |hey |ok |can you |could you |would you |you can |(?:my \\w+|he|she|they) (?:also )?(?:says?|said|(?:wants|asks|asked|told|would like) (?:me to tell )?you) (?:to )?)*'
const ES_CHANNEL =
  '(?:mensaj\\w*|msjs?|textos?|sms|publicidad|promocion\\w*|ofertas?|notificacion\\w*|comunicacion\\w*|alertas?|anuncios?|spam|envios?|contacto|correos?|solicitudes)'
const ES_SEND = '(?:envi|mand|escrib|contact|molest|texte|acos|fastidi|insist|spam)'
const FR_CHANNEL =
  '(?:messages?|textos?|sms|mails?|pubs?|publicites?|promos?|promotions?|offres?|notifications?|spams?|sollicitations?)'
const FR_SEND = '(?:envoy|ecri|contact|text|harcel|spam|derang|importun|sollicit|relanc|embet)'
const END =
  '(?: (?:and|please|pls|plz|por favor|gracias|thanks|thx|thank you|svp|merci|sil vous plait|now|immediately|asap|anymore|any more|again|ever|at all|already|ya|u|you guys))*$'

const matcher = (...patterns: string[]) => new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'))

/** Clear requests. */
export const OPT_OUT = matcher(
  // English
  `\\b(?:stop|quit|cease|discontinue|halt|end|no) ${EN_VERBING}(?! (?:about|by|on|with|while|the|my|him|her|them)\\b)`,
  `\\b(?:stop|quit) (?:all )?sending(?: (?:me|us|this number))?(?: ${EN_ARTICLE}(?:${EN_CHANNEL}|these|this|those|them|stuff|things|crap|shit|anything|everything|junk)\\b.*)?${END}`,
  `\\b(?:stop|quit) (?:writing|reaching out|following up)(?: (?:to|with|at) (?:me|us))?${END}`,
  `\\b(?:stop|quit|cease|discontinue|halt|end|enough) ${EN_ARTICLE}${EN_CHANNEL}${END}`,
  `\\b(?:stop|end|cancel|discontinue) (?:this|your|the) (?:text|sms|messaging|texting) (?:service|program|campaign)`,
  `\\b(?:the|these|those|your|all|for|want|like) (?:\\w+ )?${EN_CHANNEL} to (?:please )?(?:stop|end|cease|discontinue)`,
  `\\b(?:dont|do not|dnt|never|no longer|pls no|please no|not) (?:ever |please |you )?(?:dare )?${EN_VERB}(?: (?:to|me|us|my|this|these|number|phone|cell|line|with))*(?: (?:about|with|for) (?:this|these|offers|promotions|anything|ads))?${END}`,
  `\\b(?:dont|do not|never|please no|not) (?:ever |please )?send(?: (?:me|us|this number|anyone))?(?: ${EN_ARTICLE}${EN_CHANNEL})\\b`,
  `\\b(?:dont|do not|no longer|not|never) (?:want|wish|care|like|need|desire|consent|agree)(?: (?:to|for|you|me|us|ever|be|being))* (?:receiv\\w+|get|getting|have|text|message|contact|send|sending)(?: (?:me|us))?(?: ${EN_ARTICLE}${EN_CHANNEL}\\b| ${EN_ARTICLE}(?:these|those|this)${END}|${END})`,
  `\\b(?:dont|do not|no longer|not) (?:want|wish|like|care)(?: to)? (?:be )?(?:hear(?:ing)? (?:from|back)|contacted|texted|messaged|bothered)(?! (?:before|until|when|while|if|at)\\b)`,
  `\\b(?:dont|do not|no longer|not) (?:want|need|like) ${EN_ARTICLE}(?:texts?|txts?|text messages?|messages?|msgs?|alerts|promotions|offers|ads|spam|sms)\\b(?! (?:to|about|from my|before)\\b)`,
  `\\bno longer (?:text|message|contact)\\b`,
  `\\b(?:dont|do not|never) ${EN_VERB} (?:(?:me|us|here|this number)\\b ?)?(?:\\w+ ){0,3}(?:ever again|again ever|no more|any ?more)\\b`,
  `\\b(?:dont|do not|never) ${EN_VERB} (?:me|us|this number) (?:ever )?again\\b`,
  `\\bconsent (?:is )?(?:hereby )?(?:revoked|withdrawn)`,
  `\\bretire\\w* (?:\\w+ ){0,4}consentement`,
  `\\bno more (?:\\w+ )?(?:texts?|txts?|messages?|msgs?|sms|ads|promotions|promos|spam|texting|messaging|alerts)\\b(?! (?:about|from|until|before)\\b)`,
  `\\b(?:rw?e?mov\\w*|take|get|drop|scratch|delete|erase|strike|taken|removed?) (?:me|us|my (?:name|number|phone|phone number|cell|info|information|contact|contact info|contact information|details|data)|this number|this phone|be|been)?(?: \\w+)? ?(?:from|off|out of|of|removed|taken|deleted)(?: of| from)? (?:all )?(?:you|your|ur|the|this|that|all|any|these) (?:\\w+ ){0,2}(?:lists?|texts?|messages?|messaging|contacts|database|distribution|campaign|campaigns|group text|mailing|program|spam|sms|service|records)\\b`,
  `^(?:please |pls |plz |just |kindly |ok |okay |so |and |no thanks |no thank you |thanks |hi |hello |yes |not interested |can you |could you |will you |would you |you can |i want you to )*(?:remove|delete|erase|take off|lose|loose|forget|take) (?:me|us|my (?:number|phone number|phone|cell|(?:contact )?(?:info|information|details)|data|name)|this number|this phone number)(?: off| out)?${END}`,
  `\\btake (?:my )?(?:contact info|contact information|number|phone number) off${END}`,
  `^(?:please |pls |just )*take me off${END}`,
  `\\b(?:unsub|uns[ub]{1,3}s?c?r?[ia]?b?e?)\\w*(?: (?:me|us|my number|this number))?(?: from (?:this|these|your|the|all|ur)(?: (?:\\w+ )?(?:${EN_CHANNEL}|lists?|service|number))?)?${END}`,
  `\\b(?:want|wish|like|need|choose|decided|going) to (?:opt out|unsubscribe)(?: of (?:the|this|these|your|all) (?:\\w+ )?(?:${EN_CHANNEL}|lists?))?${END}`,
  `\\bopt(?:ing)? (?:me |us |my number )?out(?: of (?:the|this|these|your|all|any)? ?(?:\\w+ )?(?:${EN_CHANNEL}|lists?))?${END}`,
  `\\bleave (?:me|us) (?:the (?:fuck|hell) )?alone${END}`,
  `\\bcease (?:and desist|all|contact|communication)`,
  `\\b(?:discontinue|cease) (?:any|all|further|these|those|your|sending)`,
  `\\brevok(?:e|ing) (?:my |all |any )?(?:consent|permission|authorization)`,
  `\\bwithdraw(?:ing)? (?:my )?(?:consent|permission)`,
  // Spanish
  `\\b(?:dej\\w{1,3}|para|paren|pare|cesen?|basta) (?:ya )?de (?!(?:enviar|mandar) (?:a|mas) (?!${ES_CHANNEL}))${ES_SEND}\\w*\\b(?! (?:la|el|los|las|un|una|esa|ese) (?!${ES_CHANNEL}))`,
  `\\bno (?:me|nos|le|les) (?:vuelva[ns]? a )?(?!\\w+(?:aron|ieron|aste|iste)\\b)${ES_SEND}(?:[eai]\\w{0,3})?(?: (?:mas|nunca|jamas|nada|por|favor|porfa|a|este|mi|numero|telefono|otra|vez|de|nuevo|con|ningun|sus|estos|tantos|gracias|ya|${ES_CHANNEL}))*$`,
  `\\b(?:no quiero|no deseo|ya no quiero|no queremos) (?:que )?(?:me|nos) ${ES_SEND}\\w*`,
  `\\b(?:no quiero|no deseo|no queremos) (?:mas |recibir |seguir recibiendo |sus |estos |esos |ningun |ya |nada de )*(?:${ES_CHANNEL})`,
  `\\b(?:no quiero|no deseo|no queremos) (?:recibir|ser contactad\\w) ?(?:mas|nada)?${END}`,
  `\\bno deseo ser contactad`,
  `\\bno mas ${ES_CHANNEL}`,
  `\\bbasta (?:ya )?de (?:\\w+ )?${ES_CHANNEL}`,
  `\\b(?:dar|dame|darme|darnos|denme|deme|demen|dado|dada)(?:me|nos)? de baja(?: (?:mi|de|del|este|el|esta|por|favor|ya|gracias|numero|telefono|la|lista|servicio|su|sus|${ES_CHANNEL}))*$`,
  `^(?:por favor |porfa |quiero |la |mi )*baja(?: por favor| porfa| ya| gracias| del servicio)+$`,
  `\\b(?:quit|sac|saqu|borr|elimin|remuev|remov)\\w*(?:me|nos)? (?:de|del) (?:la|su|tu|esta|sus|tus|todas|el) (?:sus )?(?:lista(?! de (?:espera|precios))|listas|listado|base|bases|sistema|contactos|directorio|grupo)`,
  `\\b(?:borr|elimin|quit|saqu?|remuev)\\w{1,4} (?:mi|este) (?:numero|telefono|contacto|celular|dato|datos|informacion)`,
  `^(?:ya |por favor )*(?:borr|elimin|sac|saqu|quit)\\w{1,5}(?:me|nos)${END}`,
  `\\bno (?:quiero|deseo|queremos) (?:estar|seguir) en (?:la|su|tu|esta|esa|sus) (?:lista|base)`,
  `\\bdej\\w{1,3}(?:me|nos) (?:en paz|tranquil)`,
  `\\bdes(?:us|ub|ins)(?:s?crib|cri)\\w*`,
  `\\b(?:parar|pare|paren|detener|detenga|detengan|suspender|suspendan|stop) (?:ya )?(?:con )?(?:los |las |sus |estos |estas |esos )*${ES_CHANNEL}`,
  // French
  `\\b(?:d)?(?:arret\\w*|cess\\w+) (?:tout de suite |maintenant )?(?:de |d)(?:(?:me|nous|m|vous)? ?)(?:${FR_SEND})\\w*\\b(?! (?:la|le|les|l|un|une) (?!${FR_CHANNEL}))`,
  `\\barret\\w* (?:(?:avec|les|vos|ces|tous|toutes|tes) )*${FR_CHANNEL}`,
  `\\bne (?:me |nous |m|plus )*${FR_SEND}\\w* (?:plus|jamais)(?: (?:svp|merci|rien|jamais|de|d|vos|ces|sil|vous|plait|par|aucun|${FR_CHANNEL}))*$`,
  `\\bne (?:plus|jamais) (?:me |nous |m|etre )?(?:${FR_SEND}|recevoir)`,
  `\\bplus jamais me contacter`,
  `\\bne (?:veux|veut|voulons|souhaite|souhaitons|desire) (?:plus|pas|absolument pas) (?:recevoir )?(?:de |d|vos |ces |aucun |les |tous vos )*(?:${FR_CHANNEL})`,
  `\\bne (?:veux|souhaite|desire) (?:plus|pas) etre (?:contact|sollicit|derang)`,
  `\\b(?:des)(?:abonn|inscri)\\w*`,
  `\\b(?:retir|enlev|supprim|effac|ray|ot)(?:e|ez|er)[ -]?(?:moi|nous|mon numero|mon nom|mes (?:coordonnees|donnees|infos)|ce numero)(?! (?:la|le|les|l|une?)\\b| de la liste d ?attente)`,
  `^(?:stp |svp )?plus (?:de |d|aucun )?(?:${FR_CHANNEL})(?: (?:svp|merci|stp|sil vous plait|du tout))*$`,
  `\\b(?:laiss|fich|fout)\\w*[ -]?moi (?:tranquille|la paix)`,
  `\\bstop (?:aux |les |vos |ces )?(?:${FR_CHANNEL}|svp|merci)\\b`,
)

/** Words around a bare request that do not change it. */
export const COURTESY = new Set(
  'and thank you please pls plz plse ok okay just now kindly thanks thank you u can no nope hi hello hey sir maam already immediately asap right both all por favor porfa gracias ya svp sil vous plait stp merci stop'.split(
    ' ',
  ),
)
export const CLEAR_WORD = new Set(
  'stop stopp stopall unsubscribe unsub optout revoke remove desist alto baja arret arretez desabonner'.split(' '),
)
export const AMBIGUOUS_WORD = new Set(
  'cancel end quit cease halt enough basta parar pare paren cancelar cancele arrete arreter annuler'.split(' '),
)
/** Where a sentence ends without punctuation: "Stop please we have a new dentist". */
export const AFTER_STOP = /(?<=^(?:(?:please|pls|no|ok|hi|hey) )*stop (?:please|pls)) (?=(?:we|i|im|ive|my)\b)/

/** May be a request: blocks marketing until a teammate has decided. */
export const REVIEW = matcher(
  `^(?:i )?(?:said|say|saying|told (?:you|u)(?: guys)?(?: to)?|asked (?:you|u|yall)?(?: guys)? ?to|already (?:said|told you to|asked you to)|have asked (?:you )?to|ve asked you to|want (?:you |this )?to|need (?:you |this )?to|keep \\w+ me)? ?(?:please )?(?:stop|quit|cease)(?: (?:it|this|that|now|already|this nonsense|all of this|doing this|bothering|bugging))*${END}`,
  `\\b(?:tell|told|asked|ask|telling|asking|said to) (?:you|u|you guys|yall|them)(?: guys| people)? to (?:please )?(?:stop|quit|remove|take)`,
  `\\b(?:stop|quit) this (?:service|program|nonsense|crap|bullshit|shit)`,
  `\\bstop sending (?:me|us)\\b`,
  `\\b(?:stop|quit) (?:calling|emailing|phoning|mailing) (?:me|us)`,
  `\\b(?:stop|quit|no more) (?:phone )?(?:calling|calls|phoning|ringing)(?: me| us| this (?:number|phone))?${END}`,
  `\\b(?:dont|do not|never) (?:ever )?(?:call|ring|phone) (?:me|us|this number)(?: ever)? (?:again|any ?more)\\b`,
  `\\b(?:stop|cut) (?:it|this)(?: out)?${END}`,
  `\\bcut it out`,
  `\\b(?:dont|do not|never) (?:ever )?(?:call|email|phone|bother|disturb|harass) (?:me|us|this number)(?! now)${END}`,
  `\\b(?:dont|do not) ${EN_VERB} (?:me|us|this number)(?: (?:at work|about (?:this|that)|for (?:this|that)))${END}`,
  `\\b(?:dont|do not|no longer) want (?:these|this|those|any of this|any of these|any of them|any of those|them|it|any more)${END}`,
  `\\bonly (?:contact|reach|write) me by (?:mail|email|phone)`,
  `\\b(?:how|where) (?:do|can|would|to) (?:i |we )?(?:\\w+ )?(?:opt out|unsubscribe|stop (?:these|this|the|your|getting|receiving)|get off)`,
  `\\b(?:can|could|may) i (?:please )?(?:unsubscribe|opt out|be (?:taken|removed))`,
  `\\b(?:be|been) (?:removed|taken) (?:off|from)(?: of)? (?:\\w+ ){0,3}(?:list|lists|contacts|service|texts)`,
  `\\bremoved (?:from|off) (?:this|your|the) (?:service|list|contacts)`,
  `\\bstop (?:receiving|getting) (?:\\w+ ){0,2}${EN_CHANNEL}`,
  `^(?:(?:sorry|hi|hello|hey|you have|you have got|you got|youve got|i think you have|i believe you have|this is|its|im just a kid|u got|u have) )*(?:the |a )?wrong (?:number|person|phone|guy|one)\\b`,
  `\\b(?:you|u|youve|ive) (?:have |got |have got |texted |are texting )(?:the )?wrong (?:number|person)`,
  `\\bthis is the wrong (?:number|person)`,
  `^(?:\\w+ ){0,3}wrong number${END}`,
  `\\b(?:never|didnt|did not|havent) (?:\\w+ )?(?:sign(?:ed)? up|subscribed?|agreed?|asked? for (?:this|these|it|them|any|that|your)|consent|opt(?:ed)? in)`,
  `^(?:(?:im|i am|we are|were|no|sorry|thanks but|definitely|really|still) )*(?:not|no|never|un) ?interested(?: at all| anymore| any more| in (?:this|these|your|any of|anything|what|getting|receiving)\\b.*)?${END}`,
  `\\b(?:ill|i will|im going to|going to|im gonna|gonna|will|im) (?:be )?(?:block|report|blocking|reporting|sue|suing)(?: (?:you|u|this|your|ur|the number|these|as)\\b.*)?$`,
  `\\b(?:blocking|reporting|reported) (?:you|this number|your number|this)\\b`,
  `\\b(?:this is|thats|its|such|pure|stop|enough|no more|with the) (?:\\w+ )?(?:spam|spamming|harassment)\\b(?! (?:folder|filter))`,
  `\\bdo not (?:call|text|contact)(?: \\w+){0,4} list`,
  `\\brevok\\w+ (?:\\w+ ){0,4}consent`,
  `\\bnot (?:send|text|message) (?:me|us)\\b(?: \\w+){0,6} (?:any ?more|again)\\b`,
  `\\bopt (?:me|us) out\\b`,
  `\\b(?:one|another) more (?:text|message)\\b`,
  `\\bmake (?:it|this|them|these) stop\\b`,
  `\\b(?:want|get me) (?:off|out)\\b`,
  `\\bun ?enroll`,
  `\\b(?:lach|lache|lachez)[ -]?moi\\b`,
  `\\bdejen? de hacerlo`,
  `\\bnunca (?:les |le )?di (?:permiso|autorizacion)`,
  `\\bno (?:me|nos) vuelvan? a (?:escrib|mand|envi|contact)`,
  `\\benough is enough`,
  `\\bknock it off`,
  `\\b(?:stop|quit) (?:hitting me up|blowing (?:me|up my phone))`,
  `\\b(?:dont|do not|never) send (?:me |us )?(?:anything|nothing|any more|stuff|things|more)\\b`,
  `\\b(?:never|didnt|did not) give (?:you|u) (?:my|this) number`,
  `\\b(?:sign|signed|count) me out\\b`,
  `\\b(?:ya no|no) es necesario que (?:me|nos) (?:escrib|envi|mand)`,
  `\\bunsubscribe (?:me |us )?from (?:everything|all|it all|anything)`,
  `\\b(?:belongs to|is now|has a new) (?:someone|somebody|new owner|another)`,
  `^(?:please |pls )?no more(?: of (?:this|these|it|that))?(?: please| thanks)?$`,
  `\\b(?:fuck|piss|bugger|buzz) off`,
  `^(?:please )?go away${END}`,
  `\\btake me off\\b(?= (?:of )?(?:this|your|that|the list|everything))`,
  `\\bget me off`,
  `^(?:tsop|sotp|stpo|dtop|syop|stp|st0p|stip|stoo|s t o p|seize all|cease all)$`,
  // Spanish
  `(?<!\\bpuede )\\bcancel\\w* (?:la |mi )?(?:suscripcion|subscripcion)`,
  `\\b(?:numero|persona) equivocad`,
  `^(?:ya )?no me interesa(?: mas| nada| gracias)?(?: (?:el servicio|esto|sus mensajes))?${END}`,
  `\\bno (?:me|nos) (?:llam|molest)\\w+ (?:mas|nunca)?${END}`,
  `\\b(?:dej\\w{1,3}|paren|pare) de (?:llamar|molestar)\\w*`,
  `\\bno (?:los )?autorizo`,
  `\\b(?:voy a|los voy a|te voy a) bloquear`,
  `^(?:por favor )?bloque(?:ame|enme|a mi numero|en mi numero|en este numero)`,
  `^(?:ya )?(?:basta|no mas|para ya|paren ya|ya paren|ya basta)(?: ya| por favor)?$`,
  // French
  `\\bmauvais numero`,
  `^(?:\\w+ ){0,4}pas interesse\\w*${END}`,
  `\\b(?:ca|ce) suffit`,
  `^(?:\\w+ ){0,2}(?:arretez|arrete)(?: (?:ca|tout|svp|merci|maintenant|sil vous plait))*$`,
  `\\bne me (?:derangez|appelez) plus`,
)

/** “No more info please”: an end to bulk texts, unless the text asks a question. The model reads it as the opposite. */
export const NO_MORE = matcher(
  `^(?:(?:please|pls|plz|ok|okay|thanks|thank you|no|sorry|hi|hello|i want|we want) )*no (?:more|further) (?:of )?(?:(?:your|these|this|such|marketing|promotional|promo|sales) )*(?:infos?|information|details|news|newsletters?|updates|reminders|notices|deals|offers|specials|coupons|codes|invites|invitations|surveys|emails?|mails|stuff|content|communications?|correspondence|contact)(?: from (?:you|yall|this number|now on))?${END}`,
  `^(?:(?:por favor|porfa|ya|gracias|hola) )*no (?:(?:quiero|deseo|queremos) )?mas (?:informacion|info|infos|noticias|avisos|novedades|correos)${END}`,
  `^(?:(?:bonjour|merci|non|svp) )*(?:je|nous) ne (?:veux|voulons|souhaite|souhaitons) (?:plus|pas) (?:recevoir )?(?:d|de |des |vos )(?:infos?|informations?|nouvelles|actualites|courriels)${END}`,
)

/** Asks for the opposite, or denies having asked to stop. */
export const NEGATED = matcher(
  `(?<!\\b(?:you|u|yall|guys|they) )\\b(?:dont|do not|wont|will not|cant|cannot|never|not|didnt|doesnt|without|couldnt|shouldnt|would not|wouldnt) (?:\\w+ ){0,1}(?:stop|unsubscribe|remove|delete|drop|quit|opt|lose|forget|take)`,
  `\\b(?:dont|do not) want to be (?:removed|dropped|taken off|unsubscribed)`,
  `\\b(?:never|didnt|did not|dont) (?:said|say|ask|asked|tell|told|mean|meant|want|remember saying|think i said)(?: (?:you|to|that|it|i))* (?:stop|unsubscribe|opt out)`,
)

/** Not a request to stop: reported, in the past, or about something else. */
export const EXCLUDED = matcher(
  `\\b(?:did|have|has|was|am) (?:i|we) (?:get |been |being )?(?:removed|dropped|taken off|unsubscribed|opted out)\\b`,
  // Asks for texts in place of calls or mails.
  `\\b(?:just|only) (?:text|txt|message|msg)\\b|\\btexts? (?:only|instead)\\b|\\btext (?:me|us|this number) instead\\b`,
  `\\bsolo (?:textos|mensajes|sms)\\b|\\bpor (?:correo|email|paqueteria)\\b|\\bpar (?:texto|sms|message) (?:seulement|plutot)\\b`,
  `\\b(?:why|whyd|when|did|does|do (?:you|they|we|these|the)|ha(?:s|ve|d)(?! (?:asked|told|said))|(?<!(?:appreciate it|great|nice|better|wonderful|love it) )if|until|unless|after|before) (?:\\w+ ){0,3}(?:stop|stopped|stops|unsubscribe[ds]?|end|ended)\\b(?! (?:texting|messaging|contacting) me (?:already|now)\\b)`,
  `\\b(?:stop|stopping|stopped) (?:by|in|over|at|for|off|and|signs?|light|here|there|loss|watch|motion|joking|worrying|on my way|button|me if)\\b`,
  `^if (?:you|u|they|i)\\b`,
  // Asks to be added again.
  `\\b(?:accident\\w*|by mistake|put me back|back on|resubscribe|sign me up again)\\b`,
  `\\b(?:waitlist|waiting list|wait list|schedule|calendar|appointment|appt|booking|reservation|order|policy|insurance|invoice|cc|guest list|price list)\\b`,
  `\\b(?:fluoride|treatment|x ?rays?|surgery|(?:stop|cancel|end|quit|change) (?:\\w+ )?plan|class|lesson|program at|warranty)\\b`,
  `\\b(?:he|she|they|ex|husband|wife|mom|dad|brother|sister|friend|boss|son|daughter|doctor|dentist|somebody|someone|neighbou?r) (?:\\w+ ){0,2}(?:stop|quit|keeps?|text|leave)`,
  `\\b(?:my|her|his|their|our) (?:ex|husband|wife|boss|son|daughter|mom|dad|landlord)\\b`,
)
/** A request that EXCLUDED matches too: about texts for an appointment, or on behalf of someone. */
export const EXCLUDED_REQUEST = matcher(
  `${EN_ASKING}(?:stop|quit|cease) (?:sending |getting )?(?:me |us )?${EN_ARTICLE}${EN_CHANNEL} (?:for|about|of|to)\\b`,
  `${EN_ASKING}(?:stop|quit|cease) ${EN_VERBING} (?:her|him|them|my \\w+)${END}`,
)
/** Asks to stay on a list. */
export const KEPT =
  /\bno (?:me |nos |lo |la )?(?:quite|quiten|saque|saquen|borre|borren|elimine|eliminen|den de baja|desuscriban|deje[sn]? de)\b|\bne (?:me |nous )?(?:retirez|desabonnez|supprimez|enlevez)\b/

/** Nothing but a request for more information, which the model confuses with "no more". */
export const ASKS_FOR_MORE =
  /^\W*(?:(?:yes|yeah|yep|ok|okay|sure|hi|hello|please|pls)\W+)*(?:(?:can|could|would) (?:you|u) )?(?:(?:tell|send|text|show|give) me )?(?:some )?more(?: (?:info|information|details))?(?:\W+(?:please|pls|thanks|thank you))*\W*$/i

/** Asks for a person, or for automated replies to end. */
export const PERSON =
  /\b(?:human|real person|person call|someone call|agent|operator|bot|robot|automated (?:messages|replies)|auto ?repl\w+|persona|agente|humano|automaticos|automatiques|conseiller|vraie personne)\b|(?:,|\bjust|\bplease|\bbut) call me\b/
export const LAUGHTER =
  /\b(?:lol|lmao|ha(?:ha)+h?|haha\w*|jaja\w*|mdr|funny|too kind|omg|(?:just |only )?kidding|jk)\b|\?+ never\b|[😂🤣😆]/u

/** Annoyance that makes a bare "Stop." beside it a request about texts. */
export const ANNOYED =
  /\b(?:sign(?:ed)? up|not interested|no interest|spam|who (?:is this|are you|dis|gave)|wrong (?:number|person)|harass\w*|unbearable|annoying|tired of|sick of|already (?:told|asked|said)|text\w*|messag\w*|msg\w*|enough is enough|no me interesa|pas interesse\w*|warning)\b/

/** Dropped before EXCLUDED is applied: “stop the appointment texts” is about texts, not about an appointment. */
export const APPOINTMENT_TEXTS =
  /\b(?:appointment|appt|booking|schedule|order) (?=(?:texts?|messages?|reminders?|alerts?|updates?)\b)/g
