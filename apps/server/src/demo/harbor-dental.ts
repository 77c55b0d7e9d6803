export const DEMO_ZONE = 'America/Los_Angeles'

/** One conversation of the demo business. */
export interface DemoConversation {
  name: string
  phone: string
  location: 'Downtown' | 'Ballard'
  assignee?: 'manager' | 'member'
  isClosed?: boolean
  isUnread?: boolean
  /** Snoozed until the contact replies. */
  isSnoozed?: boolean
  /** Phone number of the conversation this one is merged into. */
  mergedInto?: string
  /** Key of its folder. */
  folder?: string
  labels?: string[]
  /** Hours between the last message and now. */
  hoursAgo: number
  /** Message scheduled for tomorrow morning. */
  scheduled?: string
  /** `>` is the contact, `<` the front desk. */
  turns: string[]
  /** Note by the assignee; `@name` mentions a teammate. */
  note?: string
}

export const DEMO_CONVERSATIONS: DemoConversation[] = [
  {
    name: 'Maya Chen',
    labels: ['High-Value Customer'],
    phone: '+12065550142',
    location: 'Downtown',
    isUnread: true,
    scheduled: 'Hi Maya, see you on Thursday at 4:15 pm with Dr. Lindqvist. Please bring your insurance card.',
    hoursAgo: 0.1,
    turns: [
      '> Hi! I have a cleaning on Thursday at 10 but my daughter has a school thing. Is there anything in the afternoon?',
      '< Hi Maya, of course. On Thursday we have 2:30 pm with Dr. Okafor or 4:15 pm with Dr. Lindqvist.',
      '> 4:15 would be perfect',
      "< You're all set for Thursday at 4:15 pm with Dr. Lindqvist, and I've canceled the 10 am. See you then!",
      '> Thank you so much! One more thing, do I need new x-rays this time?',
    ],
  },
  {
    name: 'Robert Alvarez',
    phone: '+12065550117',
    location: 'Downtown',
    assignee: 'member',
    isUnread: true,
    hoursAgo: 0.4,
    turns: [
      "> Good morning, my crown came off while eating breakfast. It doesn't hurt but it feels sharp. Can someone see me today?",
      '< Good morning Robert, sorry about that! Keep the crown, and please do not try to glue it yourself. We can see you at 1:00 pm today.',
      '> 1 works. Should I bring the crown?',
      '< Yes please, in a small bag or box. If it is whole, Dr. Okafor can often put the same one back.',
      '> Ok, it is in one piece. Where do I park?',
    ],
    note: '@Marcus Lee he had a hard time with the stairs last visit. Can you keep the ground-floor room free at 1?',
  },
  {
    name: 'Rosa Delgado',
    phone: '+12065550187',
    location: 'Ballard',
    isUnread: true,
    hoursAgo: 0.6,
    turns: ['> Hola, ¿puedo cambiar mi cita del martes? ¿Tienen algo el jueves por la tarde?'],
  },
  {
    name: 'Priya Natarajan',
    labels: ['New Lead', 'Follow-up'],
    folder: 'insurance',
    phone: '+12065550163',
    location: 'Ballard',
    isUnread: true,
    hoursAgo: 0.8,
    turns: [
      '> Hello, do you take Delta Dental PPO? I just moved to Ballard and need a dentist for the whole family, two adults and a 6-year-old.',
    ],
  },
  {
    name: 'Tom Fischer',
    labels: ['Recent Purchase'],
    folder: 'insurance',
    phone: '+12065550188',
    location: 'Downtown',
    assignee: 'manager',
    hoursAgo: 1.3,
    turns: [
      '> Got your bill for $240. I thought insurance covered the filling?',
      "< Hi Tom, let me check. Your plan covered 80%. The $240 is this year's deductible plus your share.",
      '> Ah ok. Can I pay that in two payments?',
      '< Sure, half now and half next month. I added a note to your account, so there is nothing else you need to do.',
      '> Great, appreciate it 👍',
    ],
  },
  {
    name: 'Grace Kim',
    phone: '+12065550121',
    location: 'Ballard',
    assignee: 'member',
    hoursAgo: 2.2,
    turns: [
      '> Hi, can I book a cleaning for next week? Tuesday or Wednesday if possible.',
      '< Hi Grace! We have Tuesday at 9:30 am or Wednesday at 3:00 pm, both with Hannah.',
      '> Wednesday 3 please',
      '< Booked: Wednesday, 3:00 pm, cleaning with Hannah at our Ballard office. Reply here if anything changes.',
    ],
  },
  {
    name: 'Darnell Washington',
    phone: '+12065550135',
    location: 'Downtown',
    isUnread: true,
    hoursAgo: 3.1,
    turns: [
      '> Is Dr. Lindqvist in on Saturdays?',
      '< Hi Darnell, she works every other Saturday, and the next one is in ten days. 9:00 and 11:30 am are still open.',
      '> 11:30 please. It is for the night guard fitting',
    ],
  },
  {
    name: '',
    phone: '+13605550109',
    location: 'Downtown',
    isUnread: true,
    hoursAgo: 4,
    turns: ['> hi is this the dentist on 4th ave? how much is whitening'],
  },
  {
    name: 'Elena Rossi',
    phone: '+12065550154',
    location: 'Downtown',
    assignee: 'member',
    hoursAgo: 5.5,
    turns: [
      "> I'm running about 15 minutes late, traffic on I-5 is terrible. Is that still ok?",
      "< No problem Elena, drive safely. We'll see another patient first and take you right after.",
      '> You are the best',
    ],
  },
  {
    name: 'Samuel Okonkwo',
    phone: '+12065550176',
    location: 'Ballard',
    hoursAgo: 7,
    turns: [
      '> Hi, my wisdom tooth was taken out on Monday and there is still some swelling. Is that normal?',
      '< Hi Samuel, some swelling on day three is common. Do you have a fever, or is the pain getting worse instead of better?',
      '> No fever. The pain is better than yesterday.',
      '< That sounds like normal healing. Dr. Okafor suggests warm salt water after meals, and to call us right away if it gets worse.',
      '> Will do, thanks for the quick reply!',
    ],
  },
  {
    name: 'Hannah Berg',
    phone: '+12065550129',
    location: 'Ballard',
    assignee: 'manager',
    hoursAgo: 9,
    turns: [
      '> Could you send me the receipt for my visit in October? My employer needs it.',
      "< Hi Hannah, we just emailed it to you. If you don't see it in a few minutes, please check your spam folder.",
      '> Got it, thank you!',
    ],
  },
  {
    name: 'Hannah Berg (work)',
    phone: '+14255550181',
    location: 'Ballard',
    assignee: 'manager',
    mergedInto: '+12065550129',
    hoursAgo: 9.5,
    turns: [
      '> Hi, this is Hannah Berg from my office phone. I switched my insurance to Premera, do you take it?',
      '< Hi Hannah, yes we do. Could you text us a photo of the new card when you have a minute?',
      '> I will, from my other phone',
    ],
  },
  {
    name: 'Luis Herrera',
    phone: '+12065550191',
    location: 'Downtown',
    isSnoozed: true,
    hoursAgo: 22,
    turns: [
      '> ¿Hablan español? Necesito una cita para mi mamá.',
      '< ¡Sí! Marisol habla español y está aquí de lunes a jueves. ¿Qué día le conviene a su mamá?',
      '> El martes por la mañana',
      '< El martes a las 10:30 con la Dra. Okafor. ¿Nos dice el nombre y la fecha de nacimiento de su mamá, por favor?',
    ],
  },
  {
    name: 'Annika Svensson',
    phone: '+12065550148',
    location: 'Ballard',
    isClosed: true,
    hoursAgo: 25,
    turns: [
      '< Hi Annika, this is Harbor Dental. Your check-up is tomorrow at 8:30 am in Ballard. Can you make it?',
      '> Yes I will be there',
      '< Wonderful, see you tomorrow!',
    ],
  },
  {
    name: 'Jérôme Baptiste',
    phone: '+12065550133',
    location: 'Downtown',
    assignee: 'member',
    hoursAgo: 27,
    turns: [
      '> My son chipped his front tooth at practice. He is 9. Can you see kids today?',
      '< Oh no! Yes, Dr. Lindqvist can see him at 5:15 pm. If you find the piece, put it in milk and bring it along.',
      '> Found it. We will be there 5:15.',
      '< Perfect. Park in the garage on Spring Street, we validate.',
      '> He is all fixed and already bragging about it at school. Thank you!!',
    ],
  },
  {
    name: 'Olivia Brandt',
    phone: '+12065550158',
    location: 'Downtown',
    hoursAgo: 30,
    turns: [
      '> What are your opening hours on the Friday after Thanksgiving?',
      "< We're closed that Friday, Olivia. We're back on Monday at 8:00 am. For emergencies, call this number and press 1.",
    ],
  },
  {
    name: 'Wei Zhang',
    phone: '+12065550170',
    location: 'Ballard',
    isClosed: true,
    hoursAgo: 48,
    turns: [
      '> I would like to cancel my appointment on the 3rd please',
      '< Done, Wei. Would you like to reschedule, or should we remind you in the new year?',
      '> Remind me in January please',
      '< Will do. Have a good holiday season!',
    ],
  },
  {
    name: 'Fatima El-Sayed',
    phone: '+12065550112',
    location: 'Downtown',
    assignee: 'manager',
    hoursAgo: 52,
    turns: [
      '> Hello, I had a root canal last week and the temporary filling feels loose.',
      '< Hi Fatima, thanks for letting us know. We should take a look before it gets worse. Does tomorrow at 11:00 am work?',
      '> Yes. Is there a charge for that?',
      '< No, that is part of your treatment.',
      '> Perfect see you tomorrow',
    ],
  },
  {
    name: 'Ben Whitaker',
    phone: '+12065550185',
    location: 'Downtown',
    hoursAgo: 74,
    turns: [
      '> Do you offer Invisalign? My teeth moved since I lost my retainer in college lol',
      '< We do, Ben! The first consultation is free and takes 30 minutes, with a 3D scan. Would you like me to find you a time?',
      '> Sure, any evening next week',
      '< Monday or Thursday at 5:30 pm?',
      '> Thursday',
      '< Thursday, 5:30 pm with Dr. Lindqvist. I will text you the address in a moment.',
    ],
  },
  {
    name: 'Sofia Petrova',
    phone: '+12065550167',
    location: 'Ballard',
    isClosed: true,
    hoursAgo: 96,
    turns: [
      '> Just wanted to say Hannah was so gentle today. First time I was not scared at the dentist.',
      '< That made her day, Sofia. Thank you! See you in six months.',
    ],
  },
  {
    name: 'Marcus Reed',
    phone: '+12065550139',
    location: 'Ballard',
    assignee: 'member',
    hoursAgo: 120,
    turns: [
      '> Can I move my 2pm on Friday to the morning?',
      '< Sure! 8:45 am and 10:15 am are open on Friday.',
      '> 8:45',
      '< Done, you are now booked for Friday at 8:45 am. See you then, Marcus!',
    ],
  },
  {
    name: 'Chloe Martin',
    phone: '+12065550151',
    location: 'Downtown',
    isClosed: true,
    hoursAgo: 150,
    turns: [
      '> Hi! Is it ok to come to a cleaning with a cold?',
      "< Hi Chloe, we'd suggest waiting until you feel better, for your own comfort. Should we move it back a week?",
      '> Yes please, same time',
      '< Same time next Thursday, 9:00 am. Get well soon!',
    ],
  },
  {
    name: 'Nathan Cole',
    phone: '+12065550194',
    location: 'Downtown',
    isClosed: true,
    hoursAgo: 200,
    turns: ['> What is the address again?', '< 1201 4th Avenue, Suite 300, across from the library.', '> Thx'],
  },
]

/** A campaign that was sent, to contacts of its own. */
export const DEMO_CAMPAIGN = {
  name: 'Fall cleaning reminder',
  tag: 'Cleaning due',
  text: 'Hi :contact_first_name:, this is :business_name:. Your next cleaning is due. Reply here and we’ll find you a time. Reply STOP to opt out.',
  recipients: [
    { name: 'Amelia Novak', phone: '+12065550211' },
    { name: 'Jonas Weber', phone: '+12065550212' },
    { name: 'Priya Raman', phone: '+12065550213' },
    { name: 'Tom Alvarez', phone: '+12065550214' },
  ],
  reply: { phone: '+12065550213', text: 'Thanks! I already booked one online for December.' },
}

export const DEMO_CAMPAIGN_DRAFT = {
  name: 'Whitening offer',
  text: ':business_name:: 15% off whitening for :contact_first_name: until the end of the month. Reply STOP to opt out.',
}
