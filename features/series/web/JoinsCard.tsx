import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import type { seriesMine } from '../contract.ts'
import { type SeriesJoin, seriesLeave } from '../joining/joining.contract.ts'
import { JoinDialog } from './JoinDialog.tsx'
import { joinWords as words } from './join.words.ts'

type Mine = OutputOf<typeof seriesMine>
const tones = { joined: 'success', waiting: 'warning', refused: 'plain' } as const
type Doing = { what: 'join' } | { what: 'again' | 'leave'; join: SeriesJoin }

export const JoinsCard = ({ data, again }: { data: Mine; again: () => void }) => {
  const t = useWords()
  const [doing, setDoing] = useState<Doing>()
  if (data.joinable.length === 0 && data.joins.length === 0) return null
  const close = () => setDoing(undefined)
  const done = () => {
    close()
    again()
  }
  return (
    <Card title={t(words.title)}>
      <p className="text-14 text-pretty text-soft">{t(words.how)}</p>
      {data.joins.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {data.joins.map((one) => (
            <JoinLine key={one.id} join={one} onDo={(what) => setDoing({ what, join: one })} />
          ))}
        </ul>
      ) : null}
      {data.joinable.length > 0 ? (
        <Button look="plain" className="mt-4" onClick={() => setDoing({ what: 'join' })}>
          {t(words.link)}
        </Button>
      ) : null}
      {doing?.what === 'join' ? <JoinDialog choices={data.joinable} onClose={close} onDone={done} /> : null}
      {doing?.what === 'again' ? (
        <JoinDialog
          choices={[{ id: doing.join.seriesid, name: doing.join.series }]}
          name={doing.join.name}
          onClose={close}
          onDone={done}
        />
      ) : null}
      {doing?.what === 'leave' ? <LeaveDialog join={doing.join} onClose={close} onDone={done} /> : null}
    </Card>
  )
}

const JoinLine = ({ join, onDo }: { join: SeriesJoin; onDo: (what: 'again' | 'leave') => void }) => {
  const t = useWords()
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{join.series}</span>
        <Chip tone={tones[join.state]}>{t(words[join.state])}</Chip>
      </span>
      <span className="figures text-14 text-soft">{[join.name, join.idnum].filter(Boolean).join(' · ')}</span>
      {join.missing > 0 ? <span className="text-14 text-soft">{t(words.again_n, { n: join.missing })}</span> : null}
      <span className="flex flex-wrap gap-2">
        {join.missing > 0 ? (
          <Button look="plain" onClick={() => onDo('again')}>
            {t(words.again)}
          </Button>
        ) : null}
        <Button
          look="quiet"
          aria-label={t(words.leave_of, { name: join.name, series: join.series })}
          onClick={() => onDo('leave')}
        >
          {t(words.leave)}
        </Button>
      </span>
    </li>
  )
}

const LeaveDialog = ({ join, onClose, onDone }: { join: SeriesJoin; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const leave = useCall(seriesLeave, { quiet: true })
  return (
    <AskDialog
      title={t(words.leave_of, { name: join.name, series: join.series })}
      action={t(words.leave)}
      busy={leave.isPending}
      refused={leave.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        leave.mutate(
          { id: join.id },
          {
            onSuccess: () => {
              toastSuccess(t(words.left))
              onDone()
            },
          },
        )
      }
    >
      <p>{t(words.leave_how)}</p>
    </AskDialog>
  )
}
