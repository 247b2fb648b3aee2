import { Suspense } from 'react'
import { appointmentWords } from '#features/appointments/web/appointment.words.ts'
import { statusWords as words } from '#features/registrations/web/status/status.words.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import type { KeptEntry } from './keptEntry.ts'

/** A registration as this device kept it, with its code and with the time at which it was true. */
export const KeptEntryCard = ({ entry, onRetry }: { entry: KeptEntry; onRetry: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { race } = entry
  return (
    <div className="grid gap-4">
      <p role="status" className="text-soft">
        {t(words.keptAt, { at: dateText(entry.at, lang, 'minute', race.zone) })}
      </p>
      <Card title={entry.status}>
        <p className="display text-64">{entry.bib}</p>
        <Facts
          rows={[
            [t(words.raceName), race.name],
            [t(words.time), dateText(race.time, lang, 'weekday', race.zone)],
            [t(words.group), entry.event],
            [t(words.name), entry.name],
            [t(words.zone), entry.zone],
            [t(words.window), entry.window],
          ]}
        />
      </Card>
      <Card title={t(words.pickUpCode)}>
        <p className="text-soft">{t(words.pickUpCodeHow)}</p>
        <div className="flex justify-center">
          <Suspense>
            <LaterQrCode text={entry.key} label={t(words.pickUpCode)} />
          </Suspense>
        </div>
      </Card>
      {entry.appointments.length > 0 ? (
        <Card title={t(words.appointments)}>
          {entry.appointments.map((one) => (
            <section key={one.key} className="grid gap-2">
              <p className="font-medium">{dateText(one.from, lang, 'minute', race.zone)}</p>
              <p className="text-soft">
                <Dotted text={[one.name, one.place].filter(Boolean).join(' · ')} />
              </p>
              <div className="flex justify-center">
                <Suspense>
                  <LaterQrCode text={one.key} label={t(appointmentWords.codeAlt, { name: one.name })} />
                </Suspense>
              </div>
            </section>
          ))}
        </Card>
      ) : null}
      <Button look="plain" wide onClick={onRetry}>
        {t(kit.retry)}
      </Button>
    </div>
  )
}
