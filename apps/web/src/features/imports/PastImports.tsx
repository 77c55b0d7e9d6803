import type { ContactImport } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clock, fullDate } from '../../lib/time.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './ImportScreen.module.css'
import { STATES } from './import-texts.ts'
import { importsQuery } from './queries.ts'
import { UndoButton } from './UndoButton.tsx'

/** Earlier imports, to open and to undo. */
export function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useLingui()
  const query = useQuery(importsQuery)
  // An upload that ended before its columns were read has nothing to show.
  const shown = query.data?.filter(({ state }) => state !== 'uploading')
  if (shown?.length === 0) return null
  return (
    <PageSection title={t`Your imports`}>
      <QueryState query={{ ...query, data: shown }} rows={2}>
        {(imports) => (
          <ul className={classes.imports}>
            {imports.map((contactImport) => (
              <PastImport key={contactImport.id} contactImport={contactImport} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </QueryState>
    </PageSection>
  )
}

function PastImport({ contactImport, onOpen }: { contactImport: ContactImport; onOpen: (id: string) => void }) {
  const { t, i18n } = useLingui()
  const { id, fileName, state, created, updated, createdOnUtc, startedByName, canUndo } = contactImport
  const [added, changed] = [i18n.number(created), i18n.number(updated)]
  const hasWritten = created + updated > 0
  return (
    <li className={classes.import}>
      <div className={classes.sample}>
        <span className={classes.title}>{fileName}</span>
        <span className={classes.soft}>
          {[
            i18n._(STATES[state]),
            ...(hasWritten ? [t`${added} added, ${changed} updated`] : []),
            `${fullDate(createdOnUtc)} ${clock(createdOnUtc)}`,
            startedByName,
          ].join(' · ')}
        </span>
      </div>
      <div className={classes.buttons}>
        {canUndo && <UndoButton contactImport={contactImport} size="compact-sm" />}
        <Button variant="default" size="compact-sm" onClick={() => onOpen(id)} aria-label={t`Open ${fileName}`}>
          <Trans>Open</Trans>
        </Button>
      </div>
    </li>
  )
}
