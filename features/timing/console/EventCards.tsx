import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type CourseEdited, consoleTimingClose } from '../contract.ts'
import { words } from './console.words.ts'
import { CourseDialog } from './CourseDialog.tsx'
import { GunDialog } from './GunDialog.tsx'

type Stations = readonly { id: number; name: string; metres: number | null }[]
type Props = { raceid: number; zone: string; events: readonly CourseEdited[]; stations: Stations; onDone: () => void }

export const EventCards = ({ raceid, zone, events, stations, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [course, setCourse] = useState<CourseEdited>()
  const [gun, setGun] = useState<{ event: CourseEdited; wave: number }>()
  const [closing, setClosing] = useState<CourseEdited>()
  const close = useCall(consoleTimingClose)
  const set = async (event: CourseEdited, closed: boolean) => {
    try {
      await close.mutateAsync({ raceid, eventid: event.eventid, closed })
      toastSuccess(t(words.saved))
      setClosing(undefined)
      onDone()
    } catch (thrown) {
      toastError(refusedFrom(thrown, lang).msg)
    }
  }
  return (
    <Card flush title={t(words.events)}>
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.eventid} className="px-4 py-4 md:px-6">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-[1_1_16rem]">
                <h3 className="font-medium">{event.event}</h3>
                <p className="figures text-14 text-soft">
                  {t(words.counts, {
                    runners: countText(event.runners),
                    finished: countText(event.finished),
                    running: countText(event.running),
                  })}
                </p>
              </div>
              <span className="flex flex-wrap gap-2">
                {event.set ? (
                  <Chip tone={event.closed_at ? 'plain' : 'success'}>
                    {t(event.closed_at ? words.closed : words.open)}
                  </Chip>
                ) : (
                  <Chip tone="warning">{t(words.unset)}</Chip>
                )}
                {event.live && event.set && !event.closed_at ? <Chip tone="race">{t(words.live)}</Chip> : null}
              </span>
              {event.doubtful > 0 ? (
                <ButtonLink
                  look="plain"
                  className="text-14"
                  href={path.timed({ raceid, eventid: event.eventid, doubtful: 1 })}
                >
                  {t(words.doubtful, { n: countText(event.doubtful) })}
                </ButtonLink>
              ) : null}
            </div>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              {event.set
                ? event.waves.map((wave, at) => (
                    <Button
                      key={wave.name}
                      look="plain"
                      className="text-14"
                      onClick={() => setGun({ event, wave: at })}
                    >
                      {event.waves.length > 1 ? t(words.gun_of, { wave: wave.name }) : t(words.gun)}
                      <span className="figures font-normal text-soft">
                        {wave.gun ? dateText(wave.gun, lang, 'second', zone) : t(words.gun_none)}
                      </span>
                    </Button>
                  ))
                : null}
              <Button look="plain" className="text-14" onClick={() => setCourse(event)}>
                {t(event.set ? words.points : words.set_up)}
                {event.set ? ` · ${event.points.length}` : ''}
              </Button>
              {event.set ? (
                <Button
                  look="plain"
                  className="text-14"
                  busy={close.isPending}
                  onClick={() => (event.closed_at ? void set(event, false) : setClosing(event))}
                >
                  {t(event.closed_at ? words.reopen : words.close)}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {course ? (
        <CourseDialog
          key={course.eventid}
          raceid={raceid}
          event={course}
          stations={stations}
          onClose={() => setCourse(undefined)}
          onDone={onDone}
        />
      ) : null}
      {gun ? (
        <GunDialog
          raceid={raceid}
          zone={zone}
          event={gun.event}
          wave={gun.wave}
          onClose={() => setGun(undefined)}
          onDone={onDone}
        />
      ) : null}
      <Dialog
        open={closing !== undefined}
        onClose={() => setClosing(undefined)}
        title={`${t(words.close)} · ${closing?.event ?? ''}`}
        actions={
          <Button busy={close.isPending} onClick={() => closing && void set(closing, true)}>
            {t(words.close)}
          </Button>
        }
      >
        <p>{t(words.close_text)}</p>
      </Dialog>
    </Card>
  )
}
