import type { BookingService } from '@frontdesk/contract/api'
import {
  areDurationsValid,
  DURATION_MINUTES,
  HORIZON_DAYS_MAX,
  SEATS_MAX,
  servicePaymentProblem,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { bookingServiceById, bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import {
  isLength,
  noticeMinutes,
  priceAmount,
  type ServiceValues,
  serviceValues,
  toServiceInput,
} from './service-values.ts'
import { useServiceParts } from './use-service-parts.tsx'

interface Options {
  /** null for a new one. */
  service: BookingService | null
  initial: ServiceValues
  currency: string
}

const isWithin = (value: number | null, min: number, max: number): boolean =>
  value !== null && value >= min && value <= max

/** The form of a service. An untouched form follows what teammates save; a touched one shows it when it saves. */
export function useServiceForm({ service, initial, currency }: Options) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const saved = useRef(service)
  const form = useSharedForm<ServiceValues>({
    initial,
    parts: useServiceParts(currency),
    rules: {
      name: required,
      durations: (lengths) => {
        if (!lengths.every(isLength))
          return t`A length is between ${DURATION_MINUTES.min} minutes and ${DURATION_MINUTES.max / 60} hours.`
        return !areDurationsValid(lengths) && t`Each length can be listed once.`
      },
      // Users without access to all locations cannot offer a service at all of them.
      locationIDs: (ids) => me.locationIds !== null && ids.length === 0 && t`Choose a location.`,
      notice: (_notice, values) => noticeMinutes(values) === null && t`Choose up to 60 days.`,
      horizonDays: (days) => !isWithin(days, 1, HORIZON_DAYS_MAX) && t`Choose between 1 and ${HORIZON_DAYS_MAX} days.`,
      seats: (seats, { isGroup }) =>
        isGroup && !isWithin(seats, 2, SEATS_MAX) && t`Choose between 2 and ${SEATS_MAX} people.`,
      deposit: (deposit, values) => {
        if (!values.isOnline) return false
        const problem = servicePaymentProblem({ ...values, deposit, priceAmount: priceAmount(values, currency) })
        if (problem === 'price-missing') return t`Enter a price first.`
        if (problem === 'deposit-missing') return t`Enter a deposit.`
        return problem === 'deposit-too-high' && t`The deposit is more than the price.`
      },
      questions: (questions) =>
        questions.some(({ text }) => text.trim() === '') && t`Write each question, or remove it.`,
      followOns: (followOns) =>
        followOns.some(({ serviceID }) => serviceID === null) && t`Choose each service, or remove it.`,
    },
    errorFields: { ResourceNotFound: 'resourceIDs', LocationNotFound: 'locationIDs', FileNotFound: 'pictureURL' },
    save: async (values) => {
      const existing = saved.current && values.version !== null && { id: saved.current.id, version: values.version }
      const { data } = await api.bookingServices.save({ ...existing, ...toServiceInput(values, currency) })
      saved.current = data
      cache.setQueryData(bookingServiceById(data.id).queryKey, data)
      await cache.invalidateQueries({ queryKey: bookingServicesQuery.queryKey })
    },
    savedValues: () => (saved.current ? serviceValues(saved.current) : undefined),
    onConflict: async (error) => {
      if (!service || errorCode(error) !== 'ChangedMeanwhile') return undefined
      return serviceValues(await cache.fetchQuery({ ...bookingServiceById(service.id), staleTime: 0 }))
    },
  })
  const { isChanged, isSaving, values, rebase } = form
  if (service && !isChanged && !isSaving && service.version !== values.version) rebase(serviceValues(service))
  return {
    form,
    /** Saves the service. Resolves to its id, or null if it could not be saved. */
    save: async (): Promise<string | null> => ((await form.submit()) ? (saved.current?.id ?? null) : null),
  }
}
