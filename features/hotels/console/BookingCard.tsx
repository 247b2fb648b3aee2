import { useState } from 'react'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText, daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { useCall } from '#ui/network/call.ts'
import { type Booking, consoleHotelsConfirm, consoleHotelsOutcome } from '../console.contract.ts'
import { CancelStayDialog } from './CancelStayDialog.tsx'
import { MoveStayDialog } from './MoveStayDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { consoleWords as words } from './hotels.words.ts'

const tones = {
  open: 'info',
  booked: 'warning',
  confirmed: 'success',
  cancelled: 'plain',
  closed: 'plain',
  arrived: 'success',
  no_show: 'danger',
} as const satisfies Record<string, Tone>
const stateOf = ({ state, outcome, confirmation }: Booking) =>
  state === 'booked' ? (outcome ?? (confirmation === null ? 'booked' : 'confirmed')) : state

type Props = {
  raceid: number
  booking: Booking
  zone: string
  today: string
  mayRefund: boolean
  again: () => void
}
export const BookingCard = ({ raceid, booking, zone, today, mayRefund, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { guests, hotel, room, arrival, departure, nights, rooms, adults, children, note, confirmation } = booking
  const state = stateOf(booking)
  return (
    <li className="grid gap-x-6 gap-y-3 rounded bg-surface px-4 py-4 shadow-card md:grid-cols-[minmax(0,1fr)_auto] md:px-6">
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-20 font-bold">{guests.join(' · ') || '—'}</span>
          <Chip tone={tones[state]}>{t(words[`state_${state}`])}</Chip>
          {booking.changed ? <Chip tone="warning">{t(words.changed)}</Chip> : null}
        </p>
        <p className="figures">
          <b>{daysText(arrival, departure, lang)}</b>
          <span className="text-soft">
            {' · '}
            {[
              t(words.nightsCount, { n: nights }),
              t(words.roomsCount, { n: rooms }),
              children > 0 ? t(words.people, { adults, children }) : t(words.adultsCount, { n: adults }),
            ].join(' · ')}
          </span>
        </p>
        <p className="text-soft">{`${hotel} · ${room}`}</p>
        {note ? <p className="rounded bg-warning-tint px-3 py-2 text-warning-ink">{note}</p> : null}
        {booking.offer === null ? null : (
          <p className="figures rounded bg-info-tint px-3 py-2 text-info-ink">
            {t(words.offer, {
              arrival: dateText(booking.offer.arrival, lang, 'short'),
              departure: dateText(booking.offer.departure, lang, 'short'),
              until: dateText(booking.offer.until, lang, 'deadline', zone),
              amount: bookMoney(booking.offer.due),
            })}
          </p>
        )}
        {booking.ended_offer === null ? null : (
          <p className="figures text-soft">
            {t(words[`ended_${booking.ended_offer.how}`], {
              arrival: dateText(booking.ended_offer.arrival, lang, 'short'),
              departure: dateText(booking.ended_offer.departure, lang, 'short'),
            })}
          </p>
        )}
        <p className="figures text-14 text-soft">
          {[
            bookMoney(booking.amount - booking.back),
            booking.tradeno,
            dateText(booking.created_at, lang, 'deadline', zone),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex flex-col gap-2 md:items-end">
        {confirmation === null ? null : <p className="display text-28">{confirmation}</p>}
        <Deeds {...{ raceid, booking, today, mayRefund, again }} />
      </div>
    </li>
  )
}

const Deeds = ({ raceid, booking, today, mayRefund, again }: Omit<Props, 'zone'>) => {
  const t = useWords()
  const [asking, setAsking] = useState<'number' | 'cancel' | 'move' | 'withdraw'>()
  const note = useCall(consoleHotelsOutcome)
  const { _key: id, state, outcome, confirmation, arrival, offer } = booking
  const set = (to: 'arrived' | 'no_show' | 'none') => note.mutate({ raceid, id, outcome: to }, { onSuccess: again })
  const done = (said: string) => {
    setAsking(undefined)
    toastSuccess(said)
    again()
  }
  if (state !== 'booked') return null
  return (
    <div className="flex flex-wrap gap-2 md:justify-end print:hidden">
      {outcome === null && today >= arrival ? (
        <>
          <Button look="plain" busy={note.isPending} onClick={() => set('arrived')}>
            {t(words.arrive)}
          </Button>
          <Button look="quiet" onClick={() => set('no_show')}>
            {t(words.noShow)}
          </Button>
        </>
      ) : null}
      {outcome === null ? null : (
        <Button look="quiet" onClick={() => set('none')}>
          {t(words.undo)}
        </Button>
      )}
      {offer ? (
        <Button look="quiet" onClick={() => setAsking('withdraw')}>
          {t(words.withdraw)}
        </Button>
      ) : outcome === 'no_show' ? null : (
        <Button look="quiet" onClick={() => setAsking('move')}>
          {t(words.moveStay)}
        </Button>
      )}
      {mayRefund ? (
        <Button look="quiet" onClick={() => setAsking('cancel')}>
          {t(words.cancelStay)}
        </Button>
      ) : null}
      {outcome === null ? (
        <Button look={confirmation === null ? 'strong' : 'quiet'} onClick={() => setAsking('number')}>
          {t(confirmation === null ? words.confirm : words.changeNumber)}
        </Button>
      ) : null}
      {asking === 'number' ? (
        <ConfirmDialog
          {...{ raceid, booking }}
          onClose={() => setAsking(undefined)}
          onDone={() => done(t(words.confirmed))}
        />
      ) : null}
      {asking === 'move' ? (
        <MoveStayDialog {...{ raceid, booking }} onClose={() => setAsking(undefined)} onDone={done} />
      ) : null}
      {asking === 'withdraw' ? (
        <WithdrawDialog
          {...{ raceid, booking }}
          onClose={() => setAsking(undefined)}
          onDone={() => done(t(words.withdrawn))}
        />
      ) : null}
      {asking === 'cancel' ? (
        <CancelStayDialog
          {...{ raceid, booking }}
          onClose={() => setAsking(undefined)}
          onDone={() => done(t(words.cancelled))}
        />
      ) : null}
    </div>
  )
}

type DialogProps = { raceid: number; booking: Booking; onClose: () => void; onDone: () => void }
const ConfirmDialog = ({ raceid, booking, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const [number, setNumber] = useState(booking.confirmation ?? '')
  const confirm = useCall(consoleHotelsConfirm, { quiet: true })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.confirmTitle)}
      actions={
        <Button
          busy={confirm.isPending}
          disabled={number.trim() === ''}
          onClick={() => confirm.mutate({ raceid, id: booking._key, number }, { onSuccess: onDone })}
        >
          {t(words.confirm)}
        </Button>
      }
    >
      <p className="mb-3 text-soft">{booking.guests.join(' · ')}</p>
      <TextInput
        label={t(words.number)}
        hint={t(words.numberHow)}
        error={confirm.error?.fields.number ?? confirm.error?.msg}
        value={number}
        maxLength={40}
        inputClassName="figures"
        onChange={(event) => setNumber(event.target.value)}
      />
    </Dialog>
  )
}
