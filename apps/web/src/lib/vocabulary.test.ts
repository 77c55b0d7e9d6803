import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Words that never appear on a screen, and the word to use instead: every thing has one name. */
const FORBIDDEN: readonly [pattern: RegExp, instead: string][] = [
  [/\be-mails?\b|\bmail(s|ed|ing)?\b/i, 'email'],
  [/\b(customers?|clients?)\b/i, 'contact'],
  [/\b(company|companies|tenants?)\b/i, 'business'],
  [/\b(threads?|chats?)\b/i, 'conversation'],
  [/\b(branch|branches|places?)\b/i, 'location'],
  [/\bmembers?\b/i, 'teammate'],
  [/\bsegments?\b/i, 'message'],
  [/\b(somebody|nobody|everybody|anybody|whoever)\b/i, 'someone, no one, everyone, anyone'],
  [/\bhand(s|ed|ing)? (it |them )?(over|on|out|back)\b|\bclaim\b/i, 'assign'],
  [/\bhandled\b|\b(needs?|waiting for|waits for) an answer\b/i, 'no reply needed, waiting for a reply'],
  [/\bnot delivered\b/i, 'undelivered'],
  [/\bput(s|ting)? (away|aside|back)\b/i, 'snooze, dismiss, undo'],
  [/\b(take|takes|taken|taking|took) (apart|away|out|back)\b/i, 'unmerge, remove, undo'],
  [/\blog(ged|ging)? ?(in|out)\b/i, 'sign in, sign out'],
  [/\bin turn\b|\bby itself\b/i, 'round-robin, automatic'],
  [/\bany more\b|\banew\b|\bnobody found\b/i, 'anymore, again, no results'],
  [/\b(colour\w*|cancell(?!ation)\w+|favourit\w+|organis\w+|recognis\w+|centre)\b/, 'US spelling'],
  [/^(Try again|Take|Hand over|Put back|Take back)$/, 'Retry, Assign to me, Assign, Undo'],
]

/** The role, its tab and the seats of a plan; search terms, which are synonyms on purpose. */
const ALLOWED = [
  'Team Member',
  'Team Members',
  'Team members',
  'add team member user',
  'address branch store time zone website review link color',
  'desktop phone email e-mail sound quiet hours do not disturb alerts push',
  'failed messages errors not delivered',
  'group messaging list members',
  'handled waiting',
  'log out leave',
  'password email e-mail two-step sign-in code recovery sessions devices sign out',
  'quiet hours night time zone price cost segment short link shortener domain clicks',
  'take claim own',
  'teammate hand over transfer',
]

/** A segment of contacts; that of a text is a message. */
const OF_CONTACTS = [
  'A segment or group it uses was deleted. Check who gets it.',
  'A segment always shows the contacts that match its filters now.',
  'A segment that isn’t shared with you',
  'Delete segment',
  'Edit segment',
  'Save as segment',
  'Segment deleted',
  'Segment: {name}',
  'Segment: {segmentName}',
  'Segments',
  'Segments: {segmentNames}',
  'Someone else created this group, and this segment is only yours. Share the segment first, or choose a filter.',
  'They were in a segment that isn’t shared with you.',
  'They were in the segment “{name}”.',
  'This segment was deleted or isn’t yours to change.',
  'You already have 50 segments. Delete one first.',
  'Your business already shares 100 segments. Delete one first, or keep this one to yourself.',
]

/** Members of a group of contacts. */
const OF_GROUPS = [
  'Add a member',
  'Everyone who matches the filter is a member.',
  'Filter of the members',
  'Members',
  'Members follow the filter: contacts join when they match and leave when they no longer do.',
  'Members of a dynamic group follow its filter. Edit the filter instead.',
  'Message all members at once. Each gets it in their own conversation.',
  'No member matches your search.',
  'No members yet',
  'Search members',
  'This group also has members you can’t see. Ask its creator or an owner to do this.',
  'What you send goes to each member’s own conversation, and replies arrive there.',
  'The contacts who match now stay as members. Later ones no longer join.',
  '{0, plural, =0 {From now on, the filter decides who is a member.} one {From now on, the filter decides who is a member. The # member you chose stays only if they match.} other {From now on, the filter decides who is a member. The # members you chose stay only if they match.}}',
  '{0, plural, =0 {No members} one {# member} other {# members}}',
  '{0}+ members',
]

const EXCEPTIONS = [...ALLOWED, ...OF_CONTACTS, ...OF_GROUPS]

const catalogue = readFileSync(join(import.meta.dirname, '../locales/en/messages.po'), 'utf8')
const messages = [...catalogue.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)/gm)].map(([, lines = '']) =>
  lines.replace(/"\n"|^"|"\n$/g, ''),
)

/** Strips placeholder names, which are never shown. */
const visible = (message: string) => message.replace(/\{\w+, (plural|select),/g, '{').replace(/\{\w+\}/g, '…')

test('the catalogue is read', () => {
  expect(messages.length).toBeGreaterThan(1000)
  expect(messages).toContain('Waiting for a reply')
})

test('every text uses the one word for each thing', () => {
  const wrong = messages
    .filter((message) => !EXCEPTIONS.includes(message))
    .flatMap((message) =>
      FORBIDDEN.flatMap(([pattern, instead]) =>
        pattern.test(visible(message)) ? [`“${message}”: use ${instead}`] : [],
      ),
    )
  expect(wrong).toEqual([])
})

test('every exception is needed', () => {
  const needed = (message: string) =>
    messages.includes(message) && FORBIDDEN.some(([pattern]) => pattern.test(visible(message)))
  expect(EXCEPTIONS.filter((message) => !needed(message))).toEqual([])
})
