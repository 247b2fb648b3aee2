import { Download } from 'lucide-react'
import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { type TrackedRun, appLiveRoute, appLiveSaveroute } from '../../share/share.contract.ts'
import { words } from './share.words.ts'

const saveText = (name: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/gpx+xml' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The figures and the route of a run that has ended. */
export const EndedCard = ({ run, onChanged }: { run: TrackedRun; onChanged: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const { raceid, id } = run
  const trying = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(undefined)
    await work().catch((thrown: unknown) => setRefused(refusedFrom(thrown)))
    setBusy(false)
  }
  const keep = (file?: File) =>
    trying(async () => {
      const { added } = await call(appLiveSaveroute, { raceid, id }, file ? { files: { file } } : { files: {} })
      if (file) toastSuccess(added > 0 ? t(words.added, { n: added }) : t(words.nothing_added))
      onChanged()
    })
  const download = () =>
    trying(async () => {
      const { gpx } = await call(appLiveRoute, { raceid, id, gpx: true })
      if (gpx !== null) saveText(`run-${raceid}-${id}.gpx`, gpx)
    })
  const hasPoints = run.fixes > 0
  return (
    <Card title={t(words.route)}>
      <Facts
        rows={[
          [t(words.distance), t(words.km, { n: (run.metres / 1000).toFixed(2) })],
          [t(words.points), run.fixes],
        ]}
      />
      <p className="pb-4 text-14 text-soft">
        {run.kept
          ? t(words.kept)
          : run.erased
            ? null
            : t(words.erased_at, { time: dateText(run.kept_until, lang, 'minute', run.zone) })}
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        {run.kept ? null : (
          <Button busy={busy} disabled={!hasPoints} onClick={() => void keep()}>
            {t(words.keep)}
          </Button>
        )}
        <Button
          look="plain"
          icon={<Download className="size-5" aria-hidden />}
          busy={busy}
          disabled={!hasPoints}
          onClick={() => void download()}
        >
          {t(words.download)}
        </Button>
      </div>
      {run.erased ? null : (
        <div className="pt-4">
          <FileInput
            label={t(words.upload)}
            hint={t(words.upload_how)}
            accept=".gpx,.fit"
            busy={busy}
            onFile={(file) => void keep(file)}
          />
        </div>
      )}
      {refused ? <Refusal refused={refused} /> : null}
    </Card>
  )
}
