import { useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { photoRunner } from '../contract.ts'
import { words } from '../words.ts'
import { PhotoGrid } from './PhotoGrid.tsx'

/** The photos of the cameras along the course, at the times when the runner of a bib passed them. */
export const Passings = ({ raceid, bib }: { raceid: number; bib: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const runner = useAsk(photoRunner, { raceid, bib })
  return (
    <>
      {runner.data?.passings.map(({ point, at, items }) => (
        <section key={point} className="grid gap-2 pt-4">
          <h3 className="font-bold">{t(words.by_time, { point })}</h3>
          <p className="figures text-14 text-soft">
            {t(words.by_time_text, { time: dateText(at, lang, 'second').slice(-8) })}
          </p>
          <PhotoGrid photos={items} label={t(words.by_time, { point })} onGone={() => void runner.refetch()} />
        </section>
      ))}
    </>
  )
}
