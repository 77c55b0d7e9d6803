import type { BookingConfigs } from '@frontdesk/contract/api'
import { BOOKING_SLUG, BOOKING_SLUG_LENGTH, CUT_OFF_MINUTES_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { countryName } from '../../lib/country-name.ts'
import { errorCode } from '../../lib/error-code.ts'
import { languageName } from '../../lib/language-name.ts'
import { SharedColor } from '../../ui/form/SharedColor.tsx'
import { type SharedPart, useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { useYesOrNo } from '../../ui/form/use-yes-or-no.ts'

const MINUTES_PER_HOUR = 60
export const CUT_OFF_HOURS_MAX = CUT_OFF_MINUTES_MAX / MINUTES_PER_HOUR
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/

type Page = BookingConfigs['page']
interface Values extends Omit<Page, 'cutOffMinutes'> {
  /** As typed: a text while it is incomplete. */
  cutOffHours: number | string
}

const valuesOf = ({ page: { cutOffMinutes, ...page } }: BookingConfigs): Values => ({
  ...page,
  cutOffHours: cutOffMinutes / MINUTES_PER_HOUR,
})

const pageOf = ({ cutOffHours, ...page }: Values): Page => ({
  ...page,
  cutOffMinutes: Math.round(Number(cutOffHours) * MINUTES_PER_HOUR),
})

/** The form of the booking page, beside settings that are autosaved. */
export function usePageForm(stored: BookingConfigs) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // Its version goes with the save. The one in the cache may include a teammate's edits that this form does not show.
  const [base, setBase] = useState(stored)
  const saved = useRef(stored)
  const { queryKey } = bookingConfigsQuery
  const refetch = () => cache.fetchQuery({ ...bookingConfigsQuery, staleTime: 0 })
  const form = useSharedForm<Values>({
    initial: valuesOf(stored),
    parts: usePageParts(),
    rules: {
      slug: (slug, { isOnline }) => {
        if (slug === '') return isOnline && t`Choose an address.`
        const { min, max } = BOOKING_SLUG_LENGTH
        const isValid = BOOKING_SLUG.test(slug) && slug.length >= min && slug.length <= max
        return !isValid && t`Use ${min} to ${max} lowercase letters, digits and single hyphens.`
      },
      languages: (languages) => languages.length === 0 && t`Choose a language.`,
      countries: (countries) => countries.length === 0 && t`Choose a country.`,
      cutOffHours: (hours) => {
        const isInRange = hours !== '' && Number(hours) >= 0 && Number(hours) <= CUT_OFF_HOURS_MAX
        return !isInRange && t`Enter a number from 0 to ${CUT_OFF_HOURS_MAX}.`
      },
      embeddingSites: (sites) =>
        !sites.every((site) => ORIGIN.test(site)) && t`Enter sites such as https://example.com`,
    },
    errorFields: { SlugTaken: 'slug' },
    save: async (values, changed) => {
      const data = await savePage({ values, changed, base, refetch })
      saved.current = data
      setBase(data)
      cache.setQueryData(queryKey, data)
    },
    savedValues: () => valuesOf(saved.current),
    onConflict: async (error) => {
      if (errorCode(error) !== 'ChangedMeanwhile') return undefined
      const present = await refetch()
      setBase(present)
      return valuesOf(present)
    },
  })
  if (!form.isChanged && !form.isSaving && stored.version > base.version) {
    setBase(stored)
    form.rebase(valuesOf(stored))
  }
  return form
}

interface PageEdit {
  values: Values
  changed: Partial<Values>
  base: BookingConfigs
  refetch: () => Promise<BookingConfigs>
}

/** Saves the page; what teammates saved meanwhile is kept unless it is a field that was edited here. */
async function savePage({ values, changed, base, refetch }: PageEdit): Promise<BookingConfigs> {
  let merged = values
  for (let { version } = base; ; ) {
    try {
      return (await api.bookingConfigs.save({ version, page: pageOf(merged) })).data
    } catch (error) {
      if (errorCode(error) !== 'ChangedMeanwhile') throw error
      const present = await refetch()
      const theirs = valuesOf(present)
      if (changesOverlap(changed, { base: valuesOf(base), theirs })) throw error
      version = present.version
      merged = { ...theirs, ...changed }
    }
  }
}

function changesOverlap<Fields extends object>(
  changed: Partial<Fields>,
  { base, theirs }: { base: Fields; theirs: Fields },
): boolean {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  for (const name in changed) if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], changed[name])) return true
  return false
}

/** The parts of the page that teammates may change at the same time, as people read them. */
function usePageParts(): Record<string, SharedPart<Values>> {
  const { t, i18n } = useLingui()
  const yesOrNo = useYesOrNo()
  return {
    isOnline: { label: t`Take bookings online`, fields: ['isOnline'], show: ({ isOnline }) => yesOrNo(isOnline) },
    slug: { label: t`Address`, fields: ['slug'] },
    intro: { label: t`Introduction`, fields: ['intro'] },
    color: {
      label: t`Color of buttons`,
      fields: ['color'],
      show: ({ color }) => <SharedColor color={color} />,
    },
    offersTeammates: {
      label: t`People choose a teammate`,
      fields: ['offersTeammates'],
      show: ({ offersTeammates }) => yesOrNo(offersTeammates),
    },
    cutOffHours: { label: t`Moving and canceling ends`, fields: ['cutOffHours'] },
    languages: {
      label: t`Languages`,
      fields: ['languages'],
      show: ({ languages }) => languages.map((language) => languageName(language)).join(', '),
    },
    countries: {
      label: t`Countries`,
      fields: ['countries'],
      show: ({ countries }) => countries.map((country) => countryName(i18n, country)).join(', '),
    },
    consentText: { label: t`Box for marketing texts`, fields: ['consentText'] },
    embeddingSites: {
      label: t`Sites that may embed the page`,
      fields: ['embeddingSites'],
      show: ({ embeddingSites }) => embeddingSites.join(', '),
    },
  }
}
