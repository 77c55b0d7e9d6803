import type { ListFilter } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, Suspense, useState } from 'react'
import { bulkActionsQuery, putBulkAction } from '../../../entities/bulk-action/queries.ts'
import { api } from '../../../lib/api.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { EVERYTHING, isSelecting, NOTHING, type Selection } from '../../../ui/list/selection.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from './BulkBar.module.css'
import { type BulkOffer, type BulkRequest, useBulkOffers } from './use-bulk-offers.tsx'

const SnoozeModal = lazyWithRetry(async () => ({
  default: (await import('../../../entities/conversation/SnoozeModal.tsx')).SnoozeModal,
}))

interface Props {
  selection: Selection
  filter: ListFilter
  /** Number of matching conversations; null when it would take a full count. */
  total: number | null
  onSelect: (selection: Selection) => void
  /** Leaves selection mode. */
  onDone: () => void
}

/** Bulk actions for the selected conversations, or for all that match. */
export function BulkBar({ selection, filter, total, onSelect, onDone }: Props) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const starting = useMutation({
    mutationFn: async (request: BulkRequest) => {
      const { orderBy: _by, orderByDesc: _desc, ...criteria } = filter
      const which = selection.isAll ? { criteria } : { sids: [...selection.keys] }
      return (await api.bulkActions.start({ ...request, ...which })).data
    },
    onSuccess: (action) => {
      cache.setQueryData(bulkActionsQuery.queryKey, (before) => putBulkAction(before, action))
      onDone()
    },
  })
  const [isSnoozing, setIsSnoozing] = useState(false)
  const press = (change: BulkOffer['press']) => {
    if (typeof change === 'function') change()
    else if (!Array.isArray(change) && !starting.isPending) starting.mutate(change)
  }
  const offers = Object.values(useBulkOffers({ filter, onSnooze: () => setIsSnoozing(true) })).filter(
    (offer) => offer !== null,
  )
  const count = selection.keys.size
  const isOff = !isSelecting(selection)

  return (
    <section className={classes.root} aria-label={t`Selected conversations`}>
      <div className={classes.line}>
        <span className={classes.count} role="status">
          {selection.isAll ? (
            total === null ? (
              <Trans>Select all that match</Trans>
            ) : (
              <Trans>All {i18n.number(total)} that match</Trans>
            )
          ) : (
            <Plural value={count} one="# selected" other="# selected" />
          )}
        </span>
        {!selection.isAll && (
          <TextButton className={classes.all} onClick={() => onSelect(EVERYTHING)}>
            {total === null ? <Trans>Select all that match</Trans> : <Trans>Select all {i18n.number(total)}</Trans>}
          </TextButton>
        )}
        {!isOff && (
          <CloseButton size="sm" ml="auto" aria-label={t`Clear selection`} onClick={() => onSelect(NOTHING)} />
        )}
      </div>
      <div className={classes.actions}>
        {offers
          .filter(({ isInMenu }) => !isInMenu)
          .map((offer) => (
            <Offer key={offer.label} offer={offer} isOff={isOff} onPress={press} />
          ))}
        <Menu position="bottom-start" width={220}>
          <Menu.Target>
            <Act label={t`More`} icon={<IconDots size={16} />} disabled={isOff} />
          </Menu.Target>
          <Menu.Dropdown>
            {offers
              .filter(({ isInMenu }) => isInMenu)
              .map(({ label, icon, isDangerous, press: change }) => (
                <Fragment key={label}>
                  {isDangerous && <Menu.Divider />}
                  <Menu.Item leftSection={icon} {...(isDangerous && { color: 'red.9' })} onClick={() => press(change)}>
                    {label}
                  </Menu.Item>
                </Fragment>
              ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <ErrorText error={starting.error} />
      {isSnoozing && (
        <Suspense>
          <SnoozeModal
            title={t`Snooze conversations`}
            save={(until) => starting.mutateAsync({ change: 'snooze', until })}
            onClose={() => setIsSnoozing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface OfferProps {
  offer: BulkOffer
  isOff: boolean
  onPress: (press: BulkOffer['press']) => void
}

function Offer({ offer: { label, icon, press }, isOff, onPress }: OfferProps) {
  if (!Array.isArray(press)) return <Act label={label} icon={icon} disabled={isOff} onClick={() => onPress(press)} />
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Act label={label} icon={icon} disabled={isOff} />
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {press.map((option) => (
          <Menu.Item key={option.key} onClick={() => onPress(option.request)}>
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ActProps extends ComponentProps<'button'> {
  label: string
  icon: ReactNode
}

function Act({ label, icon, className = '', ...rest }: ActProps) {
  return (
    <button type="button" className={`${classes.act} ${className}`} {...rest}>
      {icon}
      {label}
    </button>
  )
}
