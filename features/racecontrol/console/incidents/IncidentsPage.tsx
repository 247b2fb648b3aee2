import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import {
  type Incident,
  type IncidentOpened,
  type IncidentState,
  consoleRacecontrolIncidentsList,
  incidentStates,
} from '../../incidents/incidents.contract.ts'
import { incidentStateWords, tableWords } from '../../incidents/incidents.words.ts'
import { kmTenths } from '../alarmText.ts'
import { words as controlWords } from '../control.words.ts'
import { IncidentDialog } from './IncidentDialog.tsx'
import { words } from './incidents.words.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const tones = { open: 'danger', treating: 'warning', hospital: 'info', closed: 'plain' } as const
const read = (raceid: number, state: IncidentState | undefined, after: string | null) =>
  call(consoleRacecontrolIncidentsList, {
    raceid,
    limit: 50,
    ...(state === undefined ? {} : { state }),
    ...(after === null ? {} : { after }),
  })

/** The register of medical incidents. The list holds nothing sealed. To open an incident, a person gives a reason. */
export const IncidentsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [state, setState] = useState<IncidentState>()
  const [asked, setAsked] = useState<Incident>()
  const [edited, setEdited] = useState<IncidentOpened | 'new'>()
  const listed = usePages(
    [consoleRacecontrolIncidentsList.path, raceid, state ?? ''],
    (after) => read(raceid, state, after),
    { placeholderData: (before) => before },
  )
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const { counts, courses = [], zone = '' } = listed.data?.pages[0] ?? {}
  return (
    <DeskPage
      title={t(tableWords.title)}
      description={t(words.about)}
      actions={
        <>
          <ExportButton raceid={raceid} table="incidents" filter={{ state }} />
          <Button
            disabled={!listed.data}
            icon={<Stethoscope className="size-5" aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t(words.write)}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t(words.shown)}</legend>
        <ChoiceChip chosen={state === undefined} onClick={() => setState(undefined)}>
          {t(words.all)}
        </ChoiceChip>
        {incidentStates.map((one) => (
          <ChoiceChip key={one} chosen={state === one} onClick={() => setState(one)}>
            {t(incidentStateWords[one])} {counts?.[one] ?? 0}
          </ChoiceChip>
        ))}
      </fieldset>
      {listed.error && !listed.data ? <ErrorState error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {listed.isPending ? <SkeletonCards count={2} className="h-20" /> : null}
      {listed.data && items.length === 0 ? (
        <Card>
          <Empty title={t(words.none)} />
        </Card>
      ) : null}
      {items.length > 0 ? <Lines items={items} zone={zone} onOpen={setAsked} /> : null}
      <MoreButton list={listed} />
      {asked ? (
        <ReasonDialog
          raceid={raceid}
          id={asked.id}
          onClose={() => setAsked(undefined)}
          onOpened={(opened) => {
            setAsked(undefined)
            setEdited(opened)
          }}
        />
      ) : null}
      {edited ? (
        <IncidentDialog
          raceid={raceid}
          zone={zone}
          courses={courses}
          incident={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void listed.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

type LinesProps = { items: readonly Incident[]; zone: string; onOpen: (one: Incident) => void }
const Lines = ({ items, zone, onOpen }: LinesProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
            <div className="min-w-0 flex-1 basis-60">
              <p className="figures break-words font-medium">
                {[`#${one.id}`, dateText(one.at, lang, 'deadline', zone), one.bib].filter(Boolean).join(' · ')}
              </p>
              <p className="figures break-words text-14 text-soft">
                {[
                  one.event,
                  one.metres === null ? null : t(controlWords.kilometres, { km: kmTenths(one.metres) }),
                  one.place,
                  one.family_at && t(words.family_told, { time: dateText(one.family_at, lang, 'deadline', zone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {one.erased ? <Chip>{t(words.erased)}</Chip> : null}
            <Chip tone={tones[one.state]}>{t(incidentStateWords[one.state])}</Chip>
            <Button look="plain" aria-label={t(words.open_one, { id: one.id })} onClick={() => onOpen(one)}>
              {t(words.open)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
