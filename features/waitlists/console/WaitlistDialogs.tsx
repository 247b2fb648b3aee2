import { useState } from 'react'
import { useRace } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { countText } from '#ui/language/clock.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type WaitlistBasis,
  type GroupRule,
  type WaitlistOfEvent,
  waitlistBases,
  consoleWaitlistsEnd,
  consoleWaitlistsPromote,
  consoleWaitlistsSave,
  groupRules,
} from '../contract.ts'
import { deskWords as words } from './desk.words.ts'

type Props = { open: boolean; raceid: number; event: WaitlistOfEvent; onClose: () => void; onDone: () => void }

/** Tells whether a moment is after the start of the race. */
const useIsAfterStart = (at: string | null): boolean => {
  const start = useRace()?.time
  return at !== null && start !== undefined && Date.parse(at) > Date.parse(start)
}

/**
 * Returns the functions that run the action of a dialog and close the dialog. A refusal appears in the dialog, and no
 * typed text is lost.
 */
const useDoing = ({ onClose, onDone }: Pick<Props, 'onClose' | 'onDone'>) => {
  const [refused, setRefused] = useState<Refused>()
  return {
    refused,
    forgive: () => setRefused(undefined),
    close: () => (setRefused(undefined), onClose()),
    run: async (work: () => Promise<string>) => {
      setRefused(undefined)
      try {
        toastSuccess(await work())
        onClose()
        onDone()
      } catch (thrown) {
        setRefused(refusedFrom(thrown))
      }
    },
  }
}

export const SetupWaitlistDialog = ({ open, raceid, event, zone, ...on }: Props & { zone: string }) => {
  const t = useWords()
  const save = useCall(consoleWaitlistsSave, { quiet: true })
  const { waitlist } = event
  const draws = event.state === 'draw'
  const [basis, setBasis] = useState<WaitlistBasis>(waitlist?.basis ?? (draws ? 'draw_code' : 'payment'))
  const [groups, setGroups] = useState<GroupRule>(waitlist?.groups ?? 'alone')
  const [minutes, setMinutes] = useState(waitlist?.offer_minutes ?? 1440)
  const [atOnce, setAtOnce] = useState(waitlist?.at_once ?? false)
  const [ends, setEnds] = useState<string | null>(waitlist?.state === 'open' ? waitlist.ends_at : null)
  const isLate = useIsAfterStart(ends)
  const { refused, run, close } = useDoing(on)
  const begun = (waitlist?.waiting ?? 0) > 0 ? t(words.begun) : undefined
  const fixed = (value: string, now: string, other?: string) => (value === now ? undefined : (other ?? begun))
  return (
    <AskDialog
      open={open}
      title={event.name}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={close}
      onDo={() =>
        void run(
          async () => (
            await save.mutateAsync({
              raceid,
              eventid: event.eventid,
              basis,
              groups,
              offer_minutes: minutes,
              at_once: atOnce,
              ends_at: ends,
            }),
            t(words.saved)
          ),
        )
      }
    >
      <RadioCards
        label={t(words.basis)}
        value={basis}
        onChange={(value) => setBasis(value as WaitlistBasis)}
        options={waitlistBases.map((value) => ({
          value,
          label: t(words[value]),
          description: t(words[`${value}_text`]),
          disabledReason: fixed(
            value,
            waitlist?.basis ?? '',
            value === 'draw_code' && !draws ? t(words.needs_draw) : undefined,
          ),
        }))}
      />
      <RadioCards
        label={t(words.when)}
        value={atOnce ? 'at_once' : 'daily'}
        onChange={(value) => setAtOnce(value === 'at_once')}
        options={[
          { value: 'daily', label: t(words.daily) },
          { value: 'at_once', label: t(words.at_once) },
        ]}
      />
      <RadioCards
        label={t(words.groups)}
        value={groups}
        onChange={(value) => setGroups(value as GroupRule)}
        options={groupRules.map((value) => ({
          value,
          label: t(words[value]),
          disabledReason: fixed(value, waitlist?.groups ?? ''),
        }))}
      />
      <Stepper label={t(words.offer_minutes)} value={minutes} onChange={setMinutes} min={10} max={20_160} step={30} />
      <DateTimeInput
        label={t(words.ends_at)}
        hint={t(isLate ? words.ends_late : words.ends_text)}
        zone={zone}
        value={ends}
        onChange={setEnds}
        optional
      />
    </AskDialog>
  )
}

/** Gives places to the next runners in line, or to one runner whom staff choose. */
export const PromoteDialog = ({
  open,
  raceid,
  event,
  free,
  one,
  ...on
}: Props & { free: number; one?: { id: number; name: string } | undefined }) => {
  const t = useWords()
  const promote = useCall(consoleWaitlistsPromote, { quiet: true })
  const [n, setN] = useState(1)
  const [reason, setReason] = useState('')
  const { refused, run, close, forgive } = useDoing(on)
  const most = Math.max(1, Math.min(free, event.waitlist?.waiting ?? 0, 1000))
  const send = async () => {
    const { given, offered } = await promote.mutateAsync({
      raceid,
      eventid: event.eventid,
      reason,
      ...(one ? { id: one.id } : { n }),
    })
    setReason('')
    return t(words.given, { given: countText(given), offered: countText(offered) })
  }
  return (
    <AskDialog
      open={open}
      title={one ? t(words.promote_one, { name: one.name }) : t(words.promote)}
      action={t(words.give)}
      busy={promote.isPending}
      refused={refused}
      onClose={close}
      onDo={() => void run(send)}
    >
      {one ? (
        <p>{t(words.promote_one_text)}</p>
      ) : (
        <Stepper label={t(words.how_many)} value={Math.min(n, most)} onChange={setN} min={1} max={most} />
      )}
      <TextInput
        label={t(words.reason)}
        value={reason}
        onChange={(typed) => (forgive(), setReason(typed.target.value))}
        maxLength={200}
        {...(refused?.fields['reason'] ? { error: refused.fields['reason'] } : {})}
      />
    </AskDialog>
  )
}

export const EndWaitlistDialog = ({ open, raceid, event, ...on }: Props) => {
  const t = useWords()
  const end = useCall(consoleWaitlistsEnd, { quiet: true })
  const { refused, run, close } = useDoing(on)
  const waiting = (event.waitlist?.waiting ?? 0) + (event.waitlist?.unpaid ?? 0) + (event.waitlist?.undrawn ?? 0)
  return (
    <AskDialog
      look="danger"
      open={open}
      title={t(words.end)}
      action={t(words.end)}
      busy={end.isPending}
      refused={refused}
      onClose={close}
      onDo={() => void run(async () => (await end.mutateAsync({ raceid, eventid: event.eventid }), t(words.saved)))}
    >
      <p>{t(words.end_text, { n: countText(waiting) })}</p>
    </AskDialog>
  )
}
