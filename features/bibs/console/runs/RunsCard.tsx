import { ListOrdered, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import type { consoleBibsList } from '../../contract.ts'
import { type BibRunShown, consoleBibsRuns } from '../../runs/runs.contract.ts'
import { runWords } from '../../runs/runs.words.ts'
import { words } from '../../words.ts'
import { RenumberDialog, type RenumberedGroup } from './RenumberDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

type Events = OutputOf<typeof consoleBibsList>['events']
const LISTED = 10

const useRuns = (raceid: number) =>
  usePages(
    [consoleBibsRuns.path, raceid],
    (after) =>
      call(consoleBibsRuns, {
        raceid,
        limit: LISTED,
        ...(after === null ? {} : { after }),
      }),
    { staleTime: 0 },
  )

type LineProps = { run: BibRunShown; onRenumber: () => void; onUndo: () => void }
const RunLine = ({ run, onRenumber, onUndo }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const when = dateText(run.at, lang, 'minute')
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="figures block font-medium">
          {t(runWords[run.kind], { n: countText(run.count) })}
          {run.first && run.last ? ` · ${t(words.span, { first: run.first, last: run.last })}` : ''}
        </span>
        <span className="block text-14 text-soft">
          {[run.by, when, ...(run.bulk ? [t(runWords.by_bulk)] : [])].filter(Boolean).join(' · ')}
        </span>
      </span>
      {run.undone ? <Chip>{t(runWords.is_undone)}</Chip> : null}
      {run.can.renumber ? (
        <IconButton label={t(runWords.renumber_of, { when })} onClick={onRenumber}>
          <ListOrdered className="size-5" aria-hidden />
        </IconButton>
      ) : null}
      {run.can.undo ? (
        <IconButton label={t(runWords.undo_of, { when })} onClick={onUndo}>
          <Undo2 className="size-5" aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

type Props = { raceid: number; events: Events; onDone: () => void }
/** The list of the runs of bibs. */
export const RunsCard = ({ raceid, events, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const found = useRuns(raceid)
  const [renumbered, setRenumbered] = useState<string>()
  const [undone, setUndone] = useState<number>()
  const runs = found.data?.pages.flatMap(({ items }) => items) ?? []
  const choices: RenumberedGroup[] = [
    ...events
      .filter(({ given }) => given > 0)
      .map(({ eventid, event, last }) => ({
        value: `event ${eventid}`,
        label: t(runWords.of_event, { event }),
        of: { eventid },
        like: last,
      })),
    ...runs
      .filter(({ can, first }) => can.renumber && first !== null)
      .map(({ id, at, first, last }) => ({
        value: `run ${id}`,
        label: t(runWords.of_run, { when: dateText(at, lang, 'minute'), first: first!, last: last ?? '' }),
        of: { runid: id },
        like: last,
      })),
  ]
  const done = () => {
    setRenumbered(undefined)
    setUndone(undefined)
    void found.refetch()
    onDone()
  }
  return (
    <Card title={t(runWords.title)}>
      {found.isPending ? <Skeleton className="h-10" lines={3} /> : null}
      {found.error && !found.isFetchNextPageError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && runs.length === 0 ? <p className="text-soft">{t(runWords.none)}</p> : null}
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunLine
            key={run.id}
            run={run}
            onRenumber={() => setRenumbered(`run ${run.id}`)}
            onUndo={() => setUndone(run.id)}
          />
        ))}
      </ul>
      <MoreButton list={found} className="mt-3" />
      {choices.length > 0 ? (
        <Button look="plain" className="mt-3" onClick={() => setRenumbered(choices[0]!.value)}>
          {t(runWords.renumber)}
        </Button>
      ) : null}
      {renumbered === undefined ? null : (
        <RenumberDialog
          {...{ raceid, choices }}
          first={renumbered}
          onClose={() => setRenumbered(undefined)}
          onDone={done}
        />
      )}
      {undone === undefined ? null : (
        <UndoDialog raceid={raceid} id={undone} onClose={() => setUndone(undefined)} onDone={done} />
      )}
    </Card>
  )
}
