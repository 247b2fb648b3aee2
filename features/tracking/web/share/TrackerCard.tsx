import { Suspense, useState } from 'react'
import { Segmented } from '#ui/form/Segmented.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { words } from './share.words.ts'
import { ownTracksCode, traccarCode } from './tracker.ts'

const apps = { traccar: 'Traccar Client', owntracks: 'OwnTracks' } as const
type App = keyof typeof apps

/** The set-up of a tracker app, which records with the screen off. */
export const TrackerCard = ({ token }: { token: string }) => {
  const t = useWords()
  const [app, setApp] = useState<App>('traccar')
  const [open, setOpen] = useState(false)
  const address = `${location.origin}/live/fixes`
  const code = app === 'traccar' ? traccarCode(address, token) : ownTracksCode(address, token)
  return (
    <Card>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 text-20 font-bold">{t(words.tracker)}</summary>
        <div className="mt-2 grid gap-4">
          <p className="text-soft">{t(words.tracker_how)}</p>
          <Segmented
            label={t(words.app)}
            value={app}
            options={Object.entries(apps).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setApp(value as App)}
          />
          {open ? (
            <div className="grid justify-items-center gap-2">
              <Suspense fallback={<div className="bone size-60" />}>
                <LaterQrCode text={code} size={240} label={t(words.code_of, { app: apps[app] })} />
              </Suspense>
              <p className="text-14 text-soft">{t(words.secret)}</p>
              {app === 'owntracks' ? (
                <ButtonLink look="plain" href={code}>
                  {t(words.open_app, { app: apps[app] })}
                </ButtonLink>
              ) : null}
            </div>
          ) : null}
          <dl className="grid gap-3">
            {[
              [t(words.address), address],
              [t(words.device), token],
            ].map(([name, value]) => (
              <div key={name}>
                <dt className="text-14 text-soft">{name}</dt>
                <dd className="figures break-all font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </details>
    </Card>
  )
}
