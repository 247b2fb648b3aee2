import { CalendarPlus, Share2, UserRoundPlus } from 'lucide-react'
import type { Registration } from '#features/registrations/contract.ts'
import { nextWords as words } from '#features/registrations/web/status/next.words.ts'
import { passesRegistration } from '#features/passes/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { path } from '#seam/web/paths.ts'

/** Hands the race's address to the device's own sharing, or copies it if the device has none. */
const invite = async (name: string, copied: string): Promise<void> => {
  const url = new URL(path.home(), location.origin)
  for (const own of ['uid', 'openid', '_token', '_channel']) url.searchParams.delete(own)
  try {
    if ('share' in navigator) return await navigator.share({ title: name, url: url.href })
    await (navigator as Navigator).clipboard.writeText(url.href)
    toastSuccess(copied)
  } catch {
    // The browser throws an error when a person closes the device's sharing. Nothing is wrong then.
  }
}

/** The actions that the page offers once, when the runner comes from the payment with a confirmed place. */
export const ArrivalCard = ({ registration, poster }: { registration: Registration; poster: boolean }) => {
  const t = useWords()
  const { _key, race } = registration
  const passes = useAsk(passesRegistration, { id: _key }, { quiet: true })
  const calendar = passes.data?.calendar
  const icon = 'size-5'
  return (
    <section aria-label={t(words.arrived)} className="rise-later grid gap-3 rounded bg-tint p-4">
      <h2 className="font-bold text-strong">{t(words.arrived)}</h2>
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          icon={<UserRoundPlus className={icon} aria-hidden />}
          onClick={() => void invite(race.name, t(words.copied))}
        >
          {t(words.invite)}
        </Button>
        {calendar || passes.isPending ? (
          <ButtonLink
            look="plain"
            // The button keeps its place until its address is here, so that the page does not jump.
            className={calendar ? '' : 'invisible'}
            href={calendar ?? ''}
            target="_self"
            icon={<CalendarPlus className={icon} aria-hidden />}
          >
            {t(words.calendar)}
          </ButtonLink>
        ) : null}
        {poster ? (
          <ButtonLink
            look="plain"
            href={path.crop({ type: 'crops', raceid: race.id, userkey: _key })}
            icon={<Share2 className={icon} aria-hidden />}
          >
            {t(words.share)}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  )
}
