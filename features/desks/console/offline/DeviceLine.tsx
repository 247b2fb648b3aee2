import { CloudOff, CloudUpload, Lock } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { offlineWords as words } from './offline.words.ts'
import type { Keeper } from './keeper.ts'
import type { PickupDevice } from './useDevice.ts'

/** The state of an open device. Without network the text also names the facts that the device cannot know. */
export const DeviceLine = ({ device, keeper }: { device: PickupDevice; keeper: Keeper }) => {
  const t = useWords()
  const { lang } = useLang()
  const { status } = device
  const { lease, setting } = keeper.state()
  const at = (moment: number) => dateText(new Date(moment), lang, 'deadline', setting?.zone)
  const standing = keeper.lease()
  return (
    <section
      className={`rounded px-4 pb-3 pt-1 text-14 ${status.online ? 'bg-sunk' : 'bg-warning-tint text-warning-ink'}`}
    >
      <div className="flex items-center gap-x-4">
        <span role="status" className="flex min-w-0 flex-wrap items-center gap-x-4 font-medium">
          <span className="flex items-center gap-1.5">
            {status.online ? (
              <CloudUpload className="size-5 shrink-0" aria-hidden />
            ) : (
              <CloudOff className="size-5 shrink-0" aria-hidden />
            )}
            {status.online || status.since === null
              ? t(words.online)
              : t(words.offline_since, { time: at(status.since) })}
          </span>
          <span>{status.unsent === 0 ? t(words.all_sent) : t(words.unsent, { n: status.unsent })}</span>
        </span>
        <Button
          look="quiet"
          className="ml-auto shrink-0"
          icon={<Lock className="size-4" aria-hidden />}
          onClick={() => void device.lock()}
        >
          {t(words.lock_now)}
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <span>{status.loading ? t(words.loading) : t(words.runners, { n: status.runners })}</span>
        {lease ? <span>{t(words.until, { time: at(lease.until) })}</span> : null}
      </p>
      {standing === 'over' || standing === 'moved' ? (
        <p role="alert" className="mt-1 font-medium">
          {t(words[`stopped_${standing}`])}
        </p>
      ) : null}
      {keeper.full() ? (
        <p role="alert" className="mt-1 font-medium">
          {t(words.stopped_full)}
        </p>
      ) : null}
      {status.doubted > 0 ? <p className="mt-1">{t(words.doubted, { n: status.doubted })}</p> : null}
      {setting?.desk.apart ? <p className="mt-1">{t(words.apart)}</p> : null}
      {status.online || !lease ? null : (
        <p className="mt-1">
          {t(words.cannot_know, {
            time: at(lease.contact),
            list: keeper
              .unknown()
              .map((word) => t(words[`unknown_${word}`]))
              .join(t(words.between)),
          })}
        </p>
      )}
    </section>
  )
}
