import { CalendarClock, MapPin, QrCode as QrIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import type { Appointment } from '../contract.ts'
import { serviceWords } from '../words.ts'
import { appointmentWords as words } from './appointment.words.ts'
import { spanText } from './spanText.ts'

type Props = {
  items: readonly Appointment[]
  changing: number | undefined
  busy: boolean
  onChange: (one: Appointment) => void
  onCancel: (one: Appointment) => void
}
/** The bookings, each with the code that the desk scans. */
export const MyAppointments = ({ items, changing, busy, onChange, onCancel }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [shown, setShown] = useState<Appointment>()
  return (
    <section aria-labelledby="mine" className="grid gap-3">
      <h2 id="mine" className="text-20 font-bold">
        {t(words.mine)}
      </h2>
      {items.map((one) => (
        <article
          key={one.id}
          className={
            'relative overflow-hidden rounded bg-surface p-4 pl-6 shadow-card md:p-6 ' +
            (changing === one.id ? 'outline-2 outline-strong' : '')
          }
        >
          <span aria-hidden className="absolute inset-y-0 left-0 w-1.5 bg-accent" />
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-14 text-soft">
                <CalendarClock className="size-4" aria-hidden />
                <Dotted text={`${t(serviceWords[one.service])} · ${one.registration.name}`} />
              </p>
              <p className="mt-1 text-16 font-medium">{dateText(one.starts_at, lang, 'weekday', one.zone)}</p>
              <p className="display text-40 leading-none">{spanText(one, lang)}</p>
              <p className="mt-2 flex items-start gap-1.5 text-14 text-soft">
                <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden />
                <Dotted text={`${one.name} · ${one.place}`} />
              </p>
            </div>
            {one.fixed ? <Chip tone="success">{t(words.fixed)}</Chip> : null}
          </div>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              className="w-full md:w-auto"
              icon={<QrIcon className="size-5" aria-hidden />}
              onClick={() => setShown(one)}
            >
              {t(words.show)}
            </Button>
            <Button
              look="plain"
              busy={busy && changing === one.id}
              disabledReason={one.fixed ? t(words.fixedWhy) : undefined}
              onClick={() => onChange(one)}
            >
              {t(changing === one.id ? words.keep : words.change)}
            </Button>
            {one.fixed ? null : (
              <Button look="quiet" onClick={() => onCancel(one)}>
                {t(words.cancel)}
              </Button>
            )}
          </div>
        </article>
      ))}
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t(words.codeTitle)}
        actions={
          <Button look="plain" onClick={() => setShown(undefined)}>
            {t(kit.close)}
          </Button>
        }
      >
        {shown ? (
          <div className="flex flex-col items-center gap-3 py-2 text-center">
            <Suspense fallback={<div className="bone size-[13rem]" />}>
              <LaterQrCode text={shown._key} label={t(words.codeAlt, { name: shown.name })} />
            </Suspense>
            <p className="display text-28">{shown._key.slice(-6)}</p>
            <p className="font-medium">
              <Dotted
                text={`${shown.registration.name} · ${dateText(shown.starts_at, lang, 'short', shown.zone)} ${spanText(shown, lang)}`}
              />
            </p>
            <p className="text-soft">{t(words.codeHow)}</p>
          </div>
        ) : null}
      </Dialog>
    </section>
  )
}
