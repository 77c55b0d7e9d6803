import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useActionCommands } from './action-commands.ts'
import { useDocumentCommands } from './payment-commands.ts'
import { useScreenCommands } from './screen-commands.ts'
import { useSearchCommands } from './search-commands.ts'
import { useThreadCommands } from './thread-commands.ts'
import { useVisitCommands } from './visit-commands.ts'

export interface Command {
  key: string
  label: string
  /** Other words it may be searched by. */
  words?: string
  hint?: string
  icon: Icon
  run: () => void
}

interface CommandGroup {
  key: string
  title: string
  commands: Command[]
}

const SEARCH_AFTER_MS = 200
const SEARCH_FROM = 2

/** Everything that can be found, opened or done. A command's label or search terms must contain every typed word. */
export function useCommands(term: string): {
  groups: CommandGroup[]
  isSearching: boolean
  /** The location to search for conversations; null: all. */
  narrowedTo: string | null
} {
  const { t } = useLingui()
  const locations = useLocations()
  const chosen = useStore(chosenLocation)
  const narrowedTo = locations.find(({ id }) => id === chosen)?.name ?? null
  const [searched] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const isSearchable = searched.length >= SEARCH_FROM && term.trim() !== ''
  const { conversations, contacts, contactGroups, messages, isFetching } = useSearchCommands(searched, isSearchable)
  const visits = useVisitCommands(searched, isSearchable)
  const documents = useDocumentCommands(searched, isSearchable)
  const ofThread = useThreadCommands()
  const { screens, settings } = useScreenCommands()
  const actions = useActionCommands()

  const searchedWords = term.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matchesSearch = ({ label, words = '' }: Command) => {
    const text = `${label} ${words}`.toLocaleLowerCase()
    return searchedWords.every((word) => text.includes(word))
  }
  /** Labels that contain the typed phrase come before those with the words apart. */
  const phrase = term.trim().toLocaleLowerCase()
  const isNamed = ({ label }: Command) => label.toLocaleLowerCase().includes(phrase)
  const narrowed = (commands: Command[]) =>
    commands.filter(matchesSearch).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const at = (name: string) => (narrowedTo ? t`${name} at ${narrowedTo}` : name)
  const named: CommandGroup[] = [
    { key: 'thread', title: t`This conversation`, commands: narrowed(ofThread) },
    { key: 'screens', title: t`Go to`, commands: narrowed(screens) },
    { key: 'settings', title: t`Settings`, commands: narrowed(settings) },
    { key: 'actions', title: t`Actions`, commands: narrowed(actions) },
  ].toSorted((a, b) => Number(b.commands.some(isNamed)) - Number(a.commands.some(isNamed)))
  const people: CommandGroup[] = [
    { key: 'people', title: at(t`Conversations`), commands: conversations },
    { key: 'contacts', title: at(t`Contacts`), commands: contacts },
    { key: 'visits', title: at(t`Visits`), commands: visits },
    { key: 'documents', title: at(t`Payments`), commands: documents },
    { key: 'groups', title: at(t`Groups`), commands: contactGroups },
  ]
  // Enter takes the first entry: actions for the open conversation, then people, then other matching commands.
  const [first, ...others] = named
  const isThreadFirst = first?.key === 'thread' && phrase !== '' && first.commands.some(isNamed)
  const groups: CommandGroup[] = [
    ...(isThreadFirst ? [first, ...people, ...others] : [...people, ...named]),
    { key: 'messages', title: at(t`Messages`), commands: messages },
  ]
  return {
    narrowedTo,
    groups: groups.filter(({ commands }) => commands.length > 0),
    isSearching: term.trim().length >= SEARCH_FROM && (isFetching || searched !== term.trim()),
  }
}
