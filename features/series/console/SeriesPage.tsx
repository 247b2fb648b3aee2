import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type ConsoleSeries, consoleSeriesList, consoleSeriesNumbers, consoleSeriesPlaces } from '../contract.ts'
import { JoinsDialog } from './JoinsDialog.tsx'
import { joinDeskWords } from './joins.words.ts'
import { SeriesDialog } from './SeriesDialog.tsx'
import { StandingsButton } from './StandingsButton.tsx'
import { seriesDeskWords as words } from './seriesDesk.words.ts'

type Doing = { what: 'numbers' | 'earned' | 'joins'; series: ConsoleSeries }
/** The series of all races, with their season numbers and guaranteed places. */
export const SeriesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const list = useAsk(consoleSeriesList, {}, { staleTime: 0 })
  const [edited, setEdited] = useState<ConsoleSeries | 'new'>()
  const [doing, setDoing] = useState<Doing>()
  const items = list.data?.items ?? []
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.intro)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.add)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={3} className="h-16" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? <Empty title={t(words.none)} /> : null}
      {items.map((one) => {
        const name = nameIn(lang, one.name, one.names)
        return (
          <Card key={one.id}>
            <div className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{name}</span>
                <span className="figures block text-14 text-soft">
                  {[String(one.season), t(words.races_n, { n: one.races.length })].join(' · ')}
                </span>
              </span>
              <Chip tone={one.published_at === null ? 'plain' : 'success'}>
                {t(one.published_at === null ? words.draft : words.shown)}
              </Chip>
              <IconButton label={`${t(words.edit)} ${name}`} onClick={() => setEdited(one)}>
                <Pencil className="size-5" aria-hidden />
              </IconButton>
            </div>
            <div className="mt-3 flex flex-wrap gap-3">
              <JoinsButton waiting={one.waiting} name={name} onClick={() => setDoing({ what: 'joins', series: one })} />
              <Button look="plain" onClick={() => setDoing({ what: 'numbers', series: one })}>
                {t(words.numbers)}
              </Button>
              <Button look="plain" onClick={() => setDoing({ what: 'earned', series: one })}>
                {t(words.earned)}
              </Button>
              <StandingsButton id={one.id} name={name} />
            </div>
          </Card>
        )
      })}
      {edited && list.data ? (
        <SeriesDialog
          series={edited === 'new' ? undefined : edited}
          choices={list.data.events}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void list.refetch()
          }}
        />
      ) : null}
      {doing?.what === 'numbers' ? <NumbersDialog id={doing.series.id} onClose={() => setDoing(undefined)} /> : null}
      {doing?.what === 'joins' ? (
        <JoinsDialog
          id={doing.series.id}
          onClose={() => {
            setDoing(undefined)
            void list.refetch()
          }}
        />
      ) : null}
      {doing?.what === 'earned' && list.data ? (
        <EarnedDialog id={doing.series.id} choices={list.data.events} onClose={() => setDoing(undefined)} />
      ) : null}
    </DeskPage>
  )
}

const JoinsButton = ({ waiting, name, onClick }: { waiting: number; name: string; onClick: () => void }) => {
  const t = useWords()
  const label = waiting > 0 ? t(joinDeskWords.waiting_n, { n: waiting }) : t(joinDeskWords.title)
  return (
    <Button look="plain" aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
}

const NumbersDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const t = useWords()
  const give = useCall(consoleSeriesNumbers, { quiet: true })
  const [from, setFrom] = useState(1)
  return (
    <AskDialog
      title={t(words.numbers)}
      action={t(words.numbers)}
      busy={give.isPending}
      refused={give.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        give.mutate(
          { id, from },
          {
            onSuccess: ({ given }) => {
              toastSuccess(t(words.numbers_given, { n: given }))
              onClose()
            },
          },
        )
      }
    >
      <NumberInput label={t(words.numbers_from)} value={from} min={1} max={1_000_000} onChange={setFrom} />
    </AskDialog>
  )
}

type Choice = OutputOf<typeof consoleSeriesList>['events'][number]
const EarnedDialog = ({ id, choices, onClose }: { id: number; choices: readonly Choice[]; onClose: () => void }) => {
  const t = useWords()
  const give = useCall(consoleSeriesPlaces, { quiet: true })
  const keyOf = ({ raceid, eventid }: Choice) => `${raceid} ${eventid}`
  const [chosen, setChosen] = useState(choices[0] ? keyOf(choices[0]) : '')
  const [first, setFirst] = useState(3)
  const event = choices.find((one) => keyOf(one) === chosen)
  return (
    <AskDialog
      title={t(words.earned)}
      action={t(words.earned)}
      busy={give.isPending}
      refused={give.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        event &&
        give.mutate(
          { id, raceid: event.raceid, eventid: event.eventid, first },
          {
            onSuccess: ({ given }) => {
              toastSuccess(t(words.earned_given, { n: given }))
              onClose()
            },
          },
        )
      }
    >
      <p className="text-14 text-soft">{t(words.earned_how)}</p>
      <Select
        label={t(words.event)}
        value={chosen}
        onChange={(change) => setChosen(change.target.value)}
        options={choices.map((one) => ({ value: keyOf(one), label: `${one.race} · ${one.event}` }))}
      />
      <NumberInput label={t(words.first)} value={first} min={1} max={500} onChange={setFirst} />
    </AskDialog>
  )
}
