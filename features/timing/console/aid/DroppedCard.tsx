import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Dropped, consoleTimingAidDecide } from '../../aid/aid.contract.ts'
import { words } from './aidControl.words.ts'

type Props = { raceid: number; dropped: readonly Dropped[]; zone: string; onDone: () => void }
type DropDecision = { drop: Dropped; decision: 'dnf' | 'goes_on' }

/** Lists drop-outs, undecided drop-outs first. A result changes only after a person has decided. */
export const DroppedCard = ({ raceid, dropped, zone, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [asked, setAsked] = useState<DropDecision>()
  const open = dropped.filter(({ decision }) => decision === null).length
  return (
    <Card title={t(words.dropped)} aside={open > 0 ? <Chip tone="warning">{open}</Chip> : null}>
      {dropped.length === 0 ? (
        <p className="text-soft">{t(words.dropped_none)}</p>
      ) : (
        <Table
          caption={t(words.dropped)}
          rows={dropped}
          rowKey={({ entry }) => entry}
          columns={[
            {
              key: 'bib',
              title: t(words.bib),
              cell: ({ bib, name }) => [bib, name].filter(Boolean).join(' '),
              className: 'font-medium break-words',
            },
            {
              key: 'station',
              title: t(words.station),
              cell: ({ station, at }) => `${station} · ${dateText(at, lang, 'deadline', zone)}`,
              className: 'figures',
            },
            {
              key: 'note',
              title: t(words.note),
              cell: ({ note, seen_after, undone }) => (
                <span className="grid gap-1 break-words">
                  {note}
                  {seen_after ? <Chip tone="danger">{t(words.seen_after, { point: seen_after })}</Chip> : null}
                  {undone ? <Chip>{t(words.taken_back)}</Chip> : null}
                </span>
              ),
            },
            {
              key: 'decision',
              title: t(words.decision),
              cell: (drop) =>
                drop.decision === null ? (
                  <span className="flex flex-wrap gap-2">
                    {(['dnf', 'goes_on'] as const).map((decision) => (
                      <Button
                        key={decision}
                        look="plain"
                        aria-label={`${t(words[decision])} ${drop.bib ?? ''}`}
                        onClick={() => setAsked({ drop, decision })}
                      >
                        {t(words[decision])}
                      </Button>
                    ))}
                  </span>
                ) : (
                  t(words.decided, { decision: t(words[drop.decision]), who: drop.decided_by ?? '–' })
                ),
            },
          ]}
        />
      )}
      {asked ? (
        <DecideDialog
          raceid={raceid}
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            onDone()
          }}
        />
      ) : null}
    </Card>
  )
}

type DialogProps = { raceid: number; asked: DropDecision; onClose: () => void; onDone: () => void }
/** Asks for the decision about a drop-out. It first states the consequence of the decision. */
const DecideDialog = ({ raceid, asked: { drop, decision }, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const decide = useCall(consoleTimingAidDecide)
  const go = async () => {
    await decide.mutateAsync({ raceid, entry: drop.entry, decision })
    onDone()
  }
  return (
    <AskDialog
      title={t(decision === 'dnf' ? words.decide_dnf : words.decide_goes_on, { bib: drop.bib ?? '' })}
      action={t(words[decision])}
      look={decision === 'dnf' ? 'danger' : 'strong'}
      busy={decide.isPending}
      refused={decide.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(decision === 'dnf' ? words.dnf_what : words.goes_on_what)}</p>
    </AskDialog>
  )
}
