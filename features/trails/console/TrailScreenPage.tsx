import { useEffect } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { QrCode } from '#ui/media/QrCode.tsx'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { consoleTrailsCodes } from '../console.contract.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

/** The longest time after which the screen reads its code again, in milliseconds. */
const MOST_MS = 30_000
/** The wait after the end of a code, in milliseconds. By then the server has certainly made the next code. */
const AFTER_MS = 300

/** The screen at a point: its present code, as large as the screen allows. */
export const TrailScreenPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const { id, point } = usePageParams()
  const codes = useAsk(consoleTrailsCodes, { raceid, id: Number(id) || 0 }, { staleTime: 0, keep: true })
  const { data, refetch } = codes
  const code = data?.items.find((one) => one.point === Number(point))
  useEffect(() => {
    if (!data || !code) return undefined
    const left = code.until === null ? MOST_MS : Date.parse(code.until) - Date.parse(data.now)
    const timer = setTimeout(() => void refetch(), Math.min(MOST_MS, Math.max(1_000, left + AFTER_MS)))
    return () => clearTimeout(timer)
  }, [data, code, refetch])
  return (
    <DeskPage
      title={code?.name ?? t(words.screen)}
      back={{ href: path.trail({ raceid, id, tab: 'codes' }), label: t(words.codes) }}
      actions={
        <Button look="plain" onClick={() => void document.documentElement.requestFullscreen?.()}>
          {t(words.full_screen)}
        </Button>
      }
    >
      {codes.isPending ? <SkeletonCards count={1} className="h-[70vh]" /> : null}
      {codes.error ? <ErrorState error={codes.error} onRetry={() => void refetch()} /> : null}
      {data && !code ? <Empty title={t(words.codes_none)} /> : null}
      {code ? (
        <div className="grid justify-items-center gap-6 rounded bg-white px-4 py-10 text-center">
          <div className="[&>svg]:h-auto [&>svg]:w-[min(70vw,70vh)]">
            <QrCode text={code.address} size={640} label={t(words.code_of, { name: code.name })} />
          </div>
          <p className="text-20 font-bold text-[#101418]">{code.name}</p>
        </div>
      ) : null}
    </DeskPage>
  )
}
