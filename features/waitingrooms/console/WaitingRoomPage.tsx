import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import {
  type WaitingRoom,
  consoleWaitingroomsClose,
  consoleWaitingroomsPace,
  consoleWaitingroomsSave,
  consoleWaitingroomsShow,
} from '../contract.ts'
import { words as room } from '../words.ts'
import { roomWords as words } from './room.words.ts'
import { WaitingPhone } from './WaitingPhone.tsx'

const tones = { none: 'plain', soon: 'info', gathering: 'warning', open: 'success' } as const

export const WaitingRoomPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const shown = useAsk(consoleWaitingroomsShow, { raceid }, { refetchInterval: 3_000 })
  return (
    <DeskPage title={t(room.title)} description={t(words.description)}>
      {shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {!shown.data && !shown.error ? <SkeletonCards count={2} className="h-40" /> : null}
      {shown.data ? (
        <>
          {shown.data.room && shown.data.room.phase !== 'none' ? (
            <Watch
              key={`watch ${raceid}`}
              raceid={raceid}
              zone={shown.data.zone}
              room={shown.data.room}
              onChanged={() => void shown.refetch()}
            />
          ) : null}
          <Setup
            key={`setup ${raceid}`}
            raceid={raceid}
            zone={shown.data.zone}
            room={shown.data.room}
            again={async () => void (await shown.refetch())}
          />
        </>
      ) : null}
    </DeskPage>
  )
}

const Watch = ({
  raceid,
  zone,
  room,
  onChanged,
}: {
  raceid: number
  zone: string
  room: WaitingRoom
  onChanged: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const pace = useCall(consoleWaitingroomsPace)
  const close = useCall(consoleWaitingroomsClose)
  const now = room.paces.at(-1)?.per_second ?? 0
  const [newPace, setNewPace] = useState(now)
  const [ending, setEnding] = useState(false)
  useFollow(now, setNewPace)
  const setPace = (per_second: number) =>
    pace.mutate({ raceid, per_second }, { onSuccess: () => (onChanged(), toastSuccess(t(words.saved))) })
  const waiting = Math.max(0, room.tickets - room.admitted)
  return (
    <Card title={t(words.now)} aside={<Chip tone={tones[room.phase]}>{t(words[room.phase])}</Chip>}>
      <Facts
        rows={[
          [t(words.opens), dateText(room.opens_at, lang, 'minute', zone)],
          [t(words.tickets), countText(room.tickets)],
          [t(words.admitted), countText(room.admitted)],
          [t(words.waiting), countText(waiting)],
        ]}
      />
      <div className="py-3">
        <Progress value={room.tickets === 0 ? 0 : room.admitted / room.tickets} label={t(words.admitted)} />
      </div>
      <div className="flex flex-wrap items-start gap-3 *:not-first:mt-7">
        <Stepper label={t(words.perSecond)} value={newPace} onChange={setNewPace} min={0} max={10_000} />
        <Button
          busy={pace.isPending}
          {...(newPace === now ? { disabledReason: t(words.paceSame) } : {})}
          onClick={() => setPace(newPace)}
        >
          {t(words.setPace)}
        </Button>
        {now > 0 ? (
          <Button look="plain" busy={pace.isPending} onClick={() => setPace(0)}>
            {t(words.pause)}
          </Button>
        ) : null}
        <Button look="danger" onClick={() => setEnding(true)}>
          {t(words.end)}
        </Button>
      </div>
      {pace.error ? (
        <p role="alert" className="pt-2 text-danger-ink">
          {pace.error.msg}
        </p>
      ) : null}
      <AskDialog
        open={ending}
        title={t(words.end)}
        action={t(words.end)}
        look="danger"
        busy={close.isPending}
        onClose={() => setEnding(false)}
        onDo={() => close.mutate({ raceid }, { onSuccess: () => (setEnding(false), onChanged()) })}
      >
        <p>{t(words.endText, { n: countText(waiting) })}</p>
        {close.error ? (
          <p role="alert" className="pt-2 text-danger-ink">
            {close.error.msg}
          </p>
        ) : null}
      </AskDialog>
    </Card>
  )
}

type Form = {
  gathers: string | null
  opens: string | null
  closes: string | null
  perSecond: number
  useMinutes: number
  perNetwork: number
}
const formOf = (room: WaitingRoom | null): Form => ({
  gathers: room?.gathers_at ?? null,
  opens: room?.opens_at ?? null,
  closes: room?.closes_at ?? null,
  perSecond: room?.paces.at(-1)?.per_second ?? 50,
  useMinutes: Math.round((room?.use_seconds ?? 600) / 60),
  perNetwork: room?.per_house ?? 50,
})

type SetupProps = { raceid: number; zone: string; room: WaitingRoom | null; again: () => Promise<void> }
const Setup = ({ raceid, zone, room, again }: SetupProps) => {
  const t = useWords()
  const save = useCall(consoleWaitingroomsSave)
  const version = room?.updated_at ?? null
  const unsaved = useUnsaved<Form>({ name: 'waiting room', raceid, saved: formOf(room), version })
  const { form, change } = unsaved
  const { gathers, opens, closes, perSecond, useMinutes, perNetwork } = form
  const [refused, setRefused] = useState<Refused>()
  const missing = !gathers || !opens
  const labelOf = (field: string) => t(words[field as keyof Form])
  const send = async () => {
    setRefused(undefined)
    try {
      await save.mutateAsync({
        raceid,
        gathers_at: gathers!,
        opens_at: opens!,
        closes_at: closes,
        per_second: perSecond,
        use_seconds: useMinutes * 60,
        per_house: perNetwork,
        updated_at: version ?? '',
      })
      toastSuccess(savedText(t, unsaved.changed.map(labelOf)))
      unsaved.done()
      await again()
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal !== 'waiting_changed_meanwhile') return setRefused(why)
      await again()
      toast(t(unsavedWords.merged))
    }
  }
  return (
    <div className="flex flex-col gap-4 min-[76rem]:flex-row min-[76rem]:items-start min-[76rem]:gap-6">
      <Card title={t(words.setup)} className="min-w-0 flex-1">
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!missing) void send()
          }}
        >
          <div key={unsaved.turn} className="grid gap-4">
            <div className="grid gap-4 md:grid-cols-2">
              <DateTimeInput
                label={t(words.gathers)}
                zone={zone}
                value={gathers}
                onChange={(at) => change({ gathers: at })}
              />
              <DateTimeInput
                label={t(words.opens)}
                zone={zone}
                value={opens}
                onChange={(at) => change({ opens: at })}
              />
              <DateTimeInput
                label={t(words.closes)}
                zone={zone}
                value={closes}
                onChange={(at) => change({ closes: at })}
                optional
              />
            </div>
            <div className="flex flex-wrap gap-6">
              <Stepper
                label={t(words.perSecond)}
                value={perSecond}
                onChange={(n) => change({ perSecond: n })}
                min={0}
                max={10_000}
              />
              <Stepper
                label={t(words.useMinutes)}
                value={useMinutes}
                onChange={(n) => change({ useMinutes: n })}
                min={1}
                max={1440}
              />
              <Stepper
                label={t(words.perNetwork)}
                value={perNetwork}
                onChange={(n) => change({ perNetwork: n })}
                min={1}
                max={100_000}
              />
            </div>
          </div>
          {refused ? (
            <p role="alert" className="font-medium text-danger-ink">
              {refused.msg}
            </p>
          ) : null}
          <UnsavedBar
            unsaved={unsaved}
            labelOf={labelOf}
            busy={save.isPending}
            disabledReason={missing ? t(words.timesMissing) : undefined}
            {...(room === null ? { fresh: {} } : {})}
          />
        </form>
      </Card>
      <WaitingPhone raceid={raceid} draft={gathers && opens ? { gathers, opens, perSecond, useMinutes } : undefined} />
    </div>
  )
}
