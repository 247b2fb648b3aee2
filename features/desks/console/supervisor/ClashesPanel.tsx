import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Stale } from '#ui/feedback/Stale.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { type HandoutShown, checkinRunnerSign } from '../../contract.ts'
import { type DeskFigures, consoleDesksDoubts } from '../../figures/figures.contract.ts'
import { handoutDoubtWords, handoutKindWords } from '../../figures/table.words.ts'
import { SettleDialog } from './SettleDialog.tsx'
import { words } from './supervisor.words.ts'
import { type SupervisorPanelProps, useFigures } from './useFigures.ts'

type Undoing = (one: HandoutShown) => void
type Clash = DeskFigures['clashes'][number]

/** Shows the packs that were handed out more than once, and the entries in doubt. */
export const ClashesPanel = ({ raceid, zone }: SupervisorPanelProps) => {
  const figures = useFigures(raceid)
  const doubts = useAsk(consoleDesksDoubts, { raceid }, { staleTime: 0, keep: true })
  const [undoing, setUndoing] = useState<HandoutShown>()
  const [settling, setSettling] = useState<Clash>()
  const error = figures.error ?? doubts.error
  const again = () => {
    void figures.refetch()
    void doubts.refetch()
  }
  if (!figures.data || !doubts.data)
    return error ? <ErrorState error={error} onRetry={again} /> : <SkeletonCards count={2} className="h-32" />
  return (
    <>
      <Stale shown={figures} />
      <Clashes raceid={raceid} zone={zone} clashes={figures.data.clashes} onUndo={setUndoing} onSettle={setSettling} />
      <Doubts zone={zone} items={doubts.data.items} onUndo={setUndoing} />
      {settling ? (
        <SettleDialog
          raceid={raceid}
          clash={settling}
          onClose={() => setSettling(undefined)}
          onDone={() => {
            setSettling(undefined)
            again()
          }}
        />
      ) : null}
      {undoing ? (
        <UndoDialog
          raceid={raceid}
          zone={zone}
          entry={undoing}
          onClose={() => setUndoing(undefined)}
          onDone={() => {
            setUndoing(undefined)
            again()
          }}
        />
      ) : null}
    </>
  )
}

type ClashesProps = SupervisorPanelProps & {
  clashes: readonly Clash[]
  onUndo: Undoing
  onSettle: (clash: Clash) => void
}
const Clashes = ({ raceid, zone, clashes, onUndo, onSettle }: ClashesProps) => {
  const t = useWords()
  const inOrder = [...clashes.filter(({ settled }) => !settled), ...clashes.filter(({ settled }) => settled)]
  return (
    <Card title={t(words.clash_title)} flush>
      <p className="px-4 pb-3 text-14 text-pretty text-soft md:px-6">
        {t(clashes.length === 0 ? words.clash_none : words.clash_how)}
      </p>
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {inOrder.map((clash) => (
          <ClashItem key={clash.id} {...{ raceid, zone, clash, onUndo, onSettle }} />
        ))}
      </ul>
    </Card>
  )
}

type ItemProps = SupervisorPanelProps & { clash: Clash; onUndo: Undoing; onSettle: (clash: Clash) => void }
/** One pack with its hand-outs. A settled pack shows its outcome beside the hand-outs. */
const ClashItem = ({ raceid, zone, clash, onUndo, onSettle }: ItemProps) => {
  const t = useWords()
  const { lang } = useLang()
  const { id, name, bib, packs, settled } = clash
  return (
    <li className="px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link
          href={path.registration({ raceid, id })}
          className="inline-flex min-h-11 items-center gap-2 font-medium text-strong underline-offset-4 hover:underline"
        >
          <span className="figures">{bib}</span>
          <span className="min-w-0 break-words">{name}</span>
        </Link>
        {settled ? (
          <Chip tone="success">{t(words.settled)}</Chip>
        ) : (
          <Button look="plain" aria-label={t(words.settle_of, { name })} onClick={() => onSettle(clash)}>
            {t(words.settle)}
          </Button>
        )}
      </div>
      <ul className="grid gap-1">
        {packs.map((one) => (
          <li key={one.entry}>
            <EntryLine one={one} zone={zone} onUndo={onUndo} />
          </li>
        ))}
      </ul>
      {settled ? (
        <p className="mt-1 break-words text-14">
          {t(words.settled_line, {
            note: settled.note,
            staff: settled.staff ?? '—',
            at: dateText(settled.at, lang, 'deadline', zone),
          })}
        </p>
      ) : null}
    </li>
  )
}

const Doubts = ({ zone, items, onUndo }: { zone: string; items: readonly HandoutShown[]; onUndo: Undoing }) => {
  const t = useWords()
  return (
    <Card title={t(words.doubts_title)} flush>
      <p className="px-4 pb-3 text-14 text-pretty text-soft md:px-6">
        {t(items.length === 0 ? words.doubts_none : words.doubts_how)}
      </p>
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {items.map((one) => (
          <li key={one.entry} className="grid gap-1 px-4 py-3 md:px-6">
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 break-words font-medium">
                {[one.bib, one.name, t(handoutKindWords[one.kind])].filter(Boolean).join(' · ')}
              </span>
              {one.doubts.map((word) => (
                <Chip key={word} tone="warning">
                  {handoutDoubtWords[word] ? t(handoutDoubtWords[word]) : word}
                </Chip>
              ))}
            </span>
            <EntryLine one={one} zone={zone} onUndo={onUndo} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const whereOf = (t: ReturnType<typeof useWords>, { desk, staff }: HandoutShown): string =>
  [desk ?? t(words.no_desk), staff].filter(Boolean).join(' · ')

const EntryLine = ({ one, zone, onUndo }: { one: HandoutShown; zone: string; onUndo: Undoing }) => {
  const t = useWords()
  const { lang } = useLang()
  const said = [
    whereOf(t, one),
    one.size_out ? t(words.size, { size: one.size_out }) : undefined,
    one.proxy ? t(words.proxy, { name: one.proxy }) : undefined,
  ]
  const at = dateText(one.at, lang, 'deadline', zone)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-14">
      <span className="figures min-w-32">{at}</span>
      <span className="min-w-0 flex-1 break-words text-soft">{said.filter(Boolean).join(' · ')}</span>
      {one.mine ? (
        <Button
          look="quiet"
          aria-label={`${t(words.undo)} ${one.name} ${at} ${whereOf(t, one)}`}
          onClick={() => onUndo(one)}
        >
          {t(words.undo)}
        </Button>
      ) : null}
    </div>
  )
}

type UndoProps = SupervisorPanelProps & { entry: HandoutShown; onClose: () => void; onDone: () => void }
const UndoDialog = ({ raceid, zone, entry, onClose, onDone }: UndoProps) => {
  const t = useWords()
  const { lang } = useLang()
  const sign = useCall(checkinRunnerSign)
  // A second press after a lost answer sends the same entry, which the server knows.
  const [number] = useState(() => crypto.randomUUID())
  const go = async () => {
    await sign.mutateAsync({ raceid, entry: number, kind: 'undo', id: entry.id, undoes: entry.entry })
    toastSuccess(t(words.undone))
    onDone()
  }
  return (
    <AskDialog
      title={t(words.undo_title)}
      action={t(words.undo)}
      look="danger"
      busy={sign.isPending}
      refused={sign.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>
        {t(words.undo_what, {
          name: entry.name,
          desk: whereOf(t, entry),
          at: dateText(entry.at, lang, 'deadline', zone),
        })}
      </p>
    </AskDialog>
  )
}
