import { Maximize } from 'lucide-react'
import { useCallback, useState } from 'react'
import { raceShow } from '#features/races/contract.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { allLangs, langNames, useLang, useWords } from '#ui/language/lang.tsx'
import { useTitle } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { useAwake, useWholeWindow } from '../useStation.ts'
import { KioskKeys } from './KioskKeys.tsx'
import { KioskResult, KioskChoices, ReturnBar } from './KioskResult.tsx'
import { kioskWords as words } from './kiosk.words.ts'
import { useKiosk } from './useKiosk.ts'

/** A tablet in the finish hall: a runner types a bib or scans a code and sees the public result. Nobody logs in. */
export const KioskPage = () => {
  const t = useWords()
  const raceid = Number(link().raceid)
  useTitle(t(words.title))
  useAwake()
  useWholeWindow()
  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 z-40 flex flex-col overflow-y-auto bg-ground outline-none">
      {raceid > 0 ? (
        <Kiosk raceid={raceid} />
      ) : (
        <div className="m-auto">
          <Empty page title={t(words.no_race)} />
        </div>
      )}
    </main>
  )
}

const Kiosk = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { lang, choose } = useLang()
  const [first] = useState(lang)
  const race = useAsk(raceShow, { raceid }, { quiet: true })
  const kiosk = useKiosk(
    raceid,
    // At each start the kiosk returns to its first language, because the last runner may have chosen another.
    useCallback(() => lang !== first && choose(first), [choose, first, lang]),
  )
  const { view } = kiosk
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 md:px-8">
        <p className="min-w-0 break-words text-20 font-bold">{race.data?.name ?? ''}</p>
        <div role="group" aria-label={t(words.languages)} className="flex items-center gap-2">
          {allLangs.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              aria-pressed={one === lang}
              onClick={() => choose(one)}
              className="min-h-12 rounded border border-edge bg-surface px-3 aria-pressed:bg-ink aria-pressed:text-surface md:px-5"
            >
              {langNames[one]}
            </button>
          ))}
          {document.fullscreenEnabled ? (
            <IconButton
              label={t(words.full)}
              onClick={() =>
                void (document.fullscreenElement
                  ? document.exitFullscreen()
                  : document.documentElement.requestFullscreen())
              }
            >
              <Maximize className="size-5" aria-hidden />
            </IconButton>
          ) : null}
        </div>
      </header>
      <div className="m-auto w-full max-w-[72rem] px-4 py-6 md:px-8" aria-live="polite">
        {view.name === 'result' ? <KioskResult answer={view.answer} /> : null}
        {view.name === 'several' ? <KioskChoices rows={view.rows} busy={kiosk.busy} onOpen={kiosk.open} /> : null}
        {view.name === 'none' ? (
          <Empty page title={t(words.none, { q: view.q })} description={t(words.none_text)} />
        ) : null}
        {view.name === 'refused' ? <Refusal refused={view.refused} className="text-20" /> : null}
        {view.name === 'start' ? <KioskKeys busy={kiosk.busy} onFind={kiosk.find} /> : null}
      </div>
      {view.name === 'start' ? null : <ReturnBar left={kiosk.left} onReturn={kiosk.start} />}
    </>
  )
}
