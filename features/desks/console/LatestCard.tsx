import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { HandoutShown, checkinRunnerSigned } from '../contract.ts'
import { pickupWords as words } from './pickup.words.ts'
import type { EntryToWrite } from './offline/judging.rules.ts'

type Props = {
  latest: OutputOf<typeof checkinRunnerSigned> | undefined
  /** True if the list could not be read. */
  failed: boolean
  busy: boolean
  zone: string | undefined
  onUndo: (entry: Omit<EntryToWrite, 'entry'>) => void
  onAgain: () => void
}
/**
 * Tells whether the desk may take an entry back. The desk takes back an exchange before the pack and before an older
 * exchange. `newer` are the entries above this entry in the list.
 */
const canUndo = (one: HandoutShown, newer: readonly HandoutShown[]): boolean =>
  one.mine &&
  !(
    (one.kind === 'pack' || one.kind === 'size') &&
    newer.some(({ kind, id, undone }) => kind === 'size' && id === one.id && !undone)
  )

/** The desk's newest entries, at most eight. Each entry that the desk may take back has a button. */
export const LatestCard = ({ latest, failed, busy, zone, onUndo, onAgain }: Props) => {
  const t = useWords()
  if (!latest && failed)
    return (
      <Card title={t(words.latest)}>
        <p className="mb-3 text-soft">{t(words.latest_failed)}</p>
        <Button look="plain" busy={busy} onClick={onAgain}>
          {t(words.again)}
        </Button>
      </Card>
    )
  if (!latest) return <SkeletonCards count={1} className="h-40" />
  return (
    <Card
      flush
      className="pb-2"
      title={t(words.latest)}
      aside={<Chip tone="race">{t(words.today, { n: latest.today })}</Chip>}
    >
      {latest.items.length === 0 ? <p className="px-4 pb-4 text-soft md:px-6">{t(words.latest_none)}</p> : null}
      <ul className="divide-y divide-line">
        {latest.items.slice(0, 8).map((one, place) => (
          <EntryLine
            key={one.entry}
            one={one}
            undoable={canUndo(one, latest.items.slice(0, place))}
            busy={busy}
            zone={zone}
            onUndo={() => onUndo({ kind: 'undo', id: one.id, undoes: one.entry })}
          />
        ))}
      </ul>
    </Card>
  )
}

type LineProps = { one: HandoutShown; undoable: boolean; busy: boolean; zone: string | undefined; onUndo: () => void }
const EntryLine = ({ one, undoable, busy, zone, onUndo }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const said = t(words[`kind_${one.kind}`], { size: one.size_out ?? '', tag: one.tag ?? '' })
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2 md:px-6">
      <span className={`min-w-0 flex-1 ${one.undone ? 'text-soft line-through' : ''}`}>
        <span className="block break-words font-medium">
          {one.name} <span className="figures">{one.bib}</span>
        </span>
        <span className="figures block text-14 text-soft">
          {dateText(one.at, lang, 'second', zone)} · {said}
        </span>
      </span>
      {one.undone ? <Chip>{t(words.undone)}</Chip> : null}
      {undoable ? (
        <Button look="quiet" disabled={busy} aria-label={t(words.undo_of, { name: one.name })} onClick={onUndo}>
          {t(words.undo)}
        </Button>
      ) : null}
    </li>
  )
}
