import { expect, test } from 'vitest'
import { translate } from './translate.ts'

test.each([
  ['Hola, ¿puedo cambiar mi cita del martes?', 'Hello, can I change my appointment on Tuesday?'],
  ['Buenos días, necesito una limpieza dental.', 'Good morning, I need a teeth cleaning.'],
  ['¿A qué hora abren los sábados?', 'What time do you open on Saturdays?'],
  ['Llego tarde, lo siento. ¿Me puede llamar?', 'I am late, I am sorry. Can you call me?'],
  ['¿Cuánto cuesta un cambio de aceite?', 'How much is an oil change?'],
  [
    'Su coche está listo. Puede recoger el coche hasta las 6 pm.',
    'Your car is ready. You can pick up the car until 6 pm.',
  ],
  ['Sí, tenemos un horario a las 3 pm.', 'Yes, we have a time at 3 pm.'],
  ['No olvide su cita mañana a las 9 am.', 'Do not forget your appointment tomorrow at 9 am.'],
])('%s', (spanish, english) => {
  expect(translate(spanish, 'en')).toEqual({ language: 'es', translation: english })
  expect(translate(english, 'es')).toEqual({ language: 'en', translation: spanish })
})

test.each([
  ['hola quiero cancelar mi cita por favor', 'en', 'es', 'hello I want to cancel my appointment please'],
  ['Si, gracias', 'en', 'es', 'Yes, thank you'],
  [
    '¡Sí! Marisol habla español y está aquí de lunes a jueves. ¿Qué día le conviene a su mamá?',
    'en',
    'es',
    'Yes! Marisol speaks Spanish and is here from Monday to Thursday. What day works for your mom?',
  ],
  [
    'I changed my insurance to Premera, do you accept Premera?',
    'es',
    'en',
    'Cambié mi seguro a Premera, ¿aceptan Premera?',
  ],
  ['SÍ', 'en', 'es', 'YES'],
  ['I’m running late, I’ll be there in 10 minutes', 'es', 'en', 'Estoy con retraso, ahí estaré en 10 minutos'],
  ['Thank you, Maria!', 'es', 'en', '¡Gracias, Maria!'],
  ['Bonjour, puis-je annuler mon rendez-vous ?', 'es', 'fr', 'Hola, ¿puedo cancelar mi cita?'],
  ['Avez-vous un créneau à 15h30 ?', 'en', 'fr', 'Do you have a time at 15h30?'],
  ['Thank you! See you on Monday.', 'fr', 'en', 'Merci! À lundi.'],
])('%s into %s', (text, to, language, translation) => {
  expect(translate(text, to)).toEqual({ language, translation })
})

test('keeps links, addresses, numbers, names, emoji and line breaks', () => {
  const text =
    'An oil change is $49.99. See https://harbor.example/hello?day=today 😀👍🏽\n\nhelp@today.example, (206) 555-0142  – Zoë'
  const { translation } = translate(text, 'es')
  expect(translation).toBe(
    'Un cambio de aceite cuesta $49.99. Vea https://harbor.example/hello?day=today 😀👍🏽\n\nhelp@today.example, (206) 555-0142  – Zoë',
  )
})

test.each([
  ['Thank you', 'en', 'en'],
  ['OK', 'es', 'es'],
  ['Hola', 'de', 'es'],
  ['Guten Tag, ich hätte gerne einen Termin', 'en', 'de'],
  ['Olá, gostaria de marcar uma consulta para amanhã', 'en', 'pt'],
  ['Здравствуйте', 'en', 'ru'],
  ['请问明天有空吗？', 'en', 'zh'],
  ['👍', 'en', 'und'],
  ['Xyzzy plugh', 'es', 'und'],
  ['', 'es', 'und'],
  ['  ¿?\n', 'en', 'und'],
])('%j into %s: detected as %s and left unchanged', (text, to, language) => {
  expect(translate(text, to)).toEqual({ language, translation: text })
})
