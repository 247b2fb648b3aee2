import { Hourglass } from 'lucide-react'
import { dateText } from '#ui/language/clock.ts'
import { Countdown } from '#ui/feedback/Countdown.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { useWaiting } from './useWaiting.ts'
import { waitingWords as words } from './waiting.words.ts'

/** A note above the form, with the person's place in line or the rest of the time to sign up. */
export const WaitingNote = ({ raceid, zone }: { raceid: number; zone: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const { standing, ask, holds } = useWaiting(raceid)
  const state = standing?.state
  const turn = state === 'admitted'
  const says = turn
    ? t(words.yourTurn)
    : state === 'waiting'
      ? t(words.waitTitle)
      : state === 'gathering'
        ? t(words.gatherTitle)
        : state === 'lapsed'
          ? t(words.lapsedTitle)
          : t(holds ? words.title : words.noPlace)
  return (
    <section
      aria-label={t(words.title)}
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-1 rounded px-4 py-2 ' +
        (turn ? 'bg-success-tint text-success-ink' : 'bg-warning-tint text-warning-ink')
      }
    >
      <Hourglass className="size-5 shrink-0" aria-hidden />
      <p role="status" className="min-w-0 flex-1 basis-48">
        <span className="font-medium">{says}</span>
        <span className="block text-14">
          {turn
            ? t(words.useBy, { at: dateText(standing?.until ?? null, lang, 'deadline', zone) })
            : t(words.formBefore)}
        </span>
      </p>
      {turn && standing?.until ? (
        <p className="text-14">
          {t(words.timeLeft)} <Countdown to={standing.until} form="clock" onOver={() => void ask()} />
        </p>
      ) : (
        <Link href={path.waiting()} className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t(!holds ? words.join : state === 'lapsed' ? words.again : words.backToLine)}
        </Link>
      )}
    </section>
  )
}
