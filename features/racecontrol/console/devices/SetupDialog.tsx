import { useEffect, useEffectEvent, useState } from 'react'
import { ownTracksCode, traccarCode } from '#features/tracking/web/share/tracker.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { QrCode } from '#ui/media/QrCode.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleRacecontrolDevicesName } from '../../devices/devices.contract.ts'
import { pageWords as words } from './devicePage.words.ts'

const apps = { traccar: 'Traccar Client', owntracks: 'OwnTracks' } as const
type App = keyof typeof apps

/** The set-up of a device: a code that tracker apps scan, and address and identifier for all other devices. */
export const SetupDialog = ({ raceid, id, onClose }: { raceid: number; id: number; onClose: () => void }) => {
  const t = useWords()
  const name = useCall(consoleRacecontrolDevicesName)
  const { refused, trying } = useTrying()
  const [app, setApp] = useState<App>('traccar')
  const [known, setKnown] = useState<{ code: string; token: string }>()
  const read = (renew: boolean) =>
    trying(async () => {
      setKnown(await name.mutateAsync({ raceid, id, renew }))
      if (renew) toastSuccess(t(words.renew_done))
    })
  const open = useEffectEvent(() => void read(false))
  useEffect(() => open(), [id])
  const address = `${location.origin}/live/fixes`
  const code = known && (app === 'traccar' ? traccarCode(address, known.token) : ownTracksCode(address, known.token))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.setup_title, { code: known?.code ?? '' })}
      actions={
        <>
          <Button look="plain" busy={name.isPending} onClick={() => void read(true)}>
            {t(words.renew)}
          </Button>
          <Button onClick={onClose}>{t(words.close)}</Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <p className="text-soft">{t(words.setup_text)}</p>
        <Segmented
          label={t(words.app)}
          value={app}
          options={Object.entries(apps).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setApp(value === 'owntracks' ? 'owntracks' : 'traccar')}
        />
        {known && code ? (
          <>
            <div className="justify-self-center">
              <QrCode text={code} size={220} label={t(words.qr, { app: apps[app] })} />
            </div>
            <dl className="grid gap-3">
              {[
                [t(words.address), address],
                [t(words.identifier), known.token],
              ].map(([label, value]) => (
                <div key={label}>
                  <dt className="text-14 text-soft">{label}</dt>
                  <dd className="figures break-all font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <div className="bone h-56 w-full" />
        )}
        <Refusal refused={refused} />
      </div>
    </Dialog>
  )
}
