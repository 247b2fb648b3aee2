import { Plus, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type Desk, consoleDesksClose, consoleDesksList } from '../../setup/setup.contract.ts'
import { DeskDialog } from './DeskDialog.tsx'
import { WindowsDialog } from './WindowsDialog.tsx'
import { words } from './supervisor.words.ts'
import type { SupervisorPanelProps } from './useFigures.ts'

type Opened = { what: 'new' } | { what: 'edit' | 'close'; desk: Desk } | { what: 'windows' }

/** Lists the desks with their ranges of bibs. Each card tells whether the desk's hand-outs can clash. */
export const DesksPanel = ({ raceid }: SupervisorPanelProps) => {
  const t = useWords()
  const [opened, setOpened] = useState<Opened>()
  const shown = useAsk(consoleDesksList, { raceid }, { staleTime: 0, keep: true })
  const { data } = shown
  if (!data)
    return shown.error ? (
      <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <SkeletonCards count={3} className="h-28" />
    )
  const close = () => setOpened(undefined)
  const done = () => {
    close()
    void shown.refetch()
  }
  const add = (
    <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpened({ what: 'new' })}>
      {t(words.add_desk)}
    </Button>
  )
  return (
    <>
      {data.items.length === 0 ? (
        <Card>
          <Empty title={t(words.desks_none)} description={t(words.desks_none_how)} action={add} />
        </Card>
      ) : (
        <>
          <div className="flex flex-wrap justify-end gap-2">
            {data.items.some(({ ranges }) => ranges.length > 0) ? (
              <Button look="plain" onClick={() => setOpened({ what: 'windows' })}>
                {t(words.windows)}
              </Button>
            ) : null}
            {add}
          </div>
          <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
            {data.items.map((desk) => (
              <DeskCard
                key={desk.id}
                desk={desk}
                onEdit={() => setOpened({ what: 'edit', desk })}
                onClose={() => setOpened({ what: 'close', desk })}
              />
            ))}
          </ul>
        </>
      )}
      {opened?.what === 'new' || opened?.what === 'edit' ? (
        <DeskDialog
          raceid={raceid}
          desk={opened.what === 'edit' ? opened.desk : undefined}
          desks={data.items}
          onClose={close}
          onDone={done}
        />
      ) : null}
      {opened?.what === 'close' ? (
        <CloseDialog raceid={raceid} desk={opened.desk} onClose={close} onDone={done} />
      ) : null}
      {opened?.what === 'windows' ? <WindowsDialog raceid={raceid} onClose={close} /> : null}
    </>
  )
}

const DeskCard = ({ desk, onEdit, onClose }: { desk: Desk; onEdit: () => void; onClose: () => void }) => {
  const t = useWords()
  const { name, preset, ranges, hours, pin_digits, signature, devices, apart } = desk
  const isSafe = apart && devices > 0
  return (
    <li className="grid gap-2 rounded bg-surface p-4 shadow-card">
      <h2 className="break-words text-16 font-bold">{name}</h2>
      <p className="text-14 text-soft">{t(words.presets[preset])}</p>
      {ranges.length > 0 ? (
        <p className="figures break-words">
          {ranges.map(({ prefix, from, to }) => `${prefix}${from}–${prefix}${to}`).join(' · ')}
        </p>
      ) : null}
      <p className={`flex items-start gap-1.5 text-14 ${apart ? 'text-success-ink' : 'text-warning-ink'}`}>
        {apart ? (
          <ShieldCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        )}
        {isSafe
          ? t(words.apart)
          : apart
            ? t(words.apart_soon)
            : ranges.length > 0
              ? t(words.clash_devices, { n: devices })
              : t(words.clash_open)}
      </p>
      <p className="text-14 text-soft">
        {[
          t(words.device_count, { n: devices }),
          t(words.rules, { digits: pin_digits, hours }),
          signature ? t(words.signs) : undefined,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="-mx-2 -mb-2 flex flex-wrap gap-2">
        <Button look="quiet" aria-label={`${t(words.edit)} ${name}`} onClick={onEdit}>
          {t(words.edit)}
        </Button>
        <Button look="quiet" aria-label={`${t(words.close)} ${name}`} onClick={onClose}>
          {t(words.close)}
        </Button>
      </div>
    </li>
  )
}

type CloseProps = { raceid: number; desk: Desk; onClose: () => void; onDone: () => void }
const CloseDialog = ({ raceid, desk, onClose, onDone }: CloseProps) => {
  const t = useWords()
  const shut = useCall(consoleDesksClose)
  const go = async () => {
    await shut.mutateAsync({ raceid, id: desk.id })
    toastSuccess(t(words.closed))
    onDone()
  }
  return (
    <AskDialog
      title={t(words.close_title, { name: desk.name })}
      action={t(words.close)}
      look="danger"
      busy={shut.isPending}
      refused={shut.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(words.close_what, { n: desk.devices })}</p>
    </AskDialog>
  )
}
