import { type ReactNode, useEffect, useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Offline } from '#ui/feedback/Offline.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Desk } from '../../setup/setup.contract.ts'
import { DeviceLine } from './DeviceLine.tsx'
import { EnrolCard } from './EnrolCard.tsx'
import type { Keeper } from './keeper.ts'
import { offlineWords as words } from './offline.words.ts'
import { UnlockCard } from './UnlockCard.tsx'
import type { PickupDevice } from './useDevice.ts'

/** Gives the page of the desk a link to the manifest with which a browser can install the desk as an app. */
const useManifest = (raceid: number) => {
  const { lang } = useLang()
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = `/console/${raceid}/desk.webmanifest?lang=${lang}`
    document.head.append(link)
    return () => link.remove()
  }, [raceid, lang])
}

/**
 * Returns the desk at which an open device works, in the form that the parts of the screen expect. Undefined before the
 * first contact.
 */
export const deskOfDevice = (keeper: Keeper): Desk | undefined => {
  const desk = keeper.state().setting?.desk
  return desk && { ...desk, preset: desk.preset as Desk['preset'], hours: 0, devices: 1 }
}

type Props = {
  raceid: number
  device: PickupDevice
  desks: readonly Desk[]
  chosen: Desk | undefined
  children: ReactNode
}
/** Guards the desk on this device. Asks for the PIN if the device is locked, and lets staff register a new device. */
export const DeviceDoor = ({ raceid, device, desks, chosen, children }: Props) => {
  const t = useWords()
  useManifest(raceid)
  const [asked, setAsked] = useState(false)
  const { phase } = device
  if (asked && phase.name !== 'none') setAsked(false)
  if (phase.name === 'asking') return null
  if (phase.name === 'locked') return <UnlockCard device={device} />
  if (phase.name === 'elsewhere')
    return (
      <Card>
        <Empty title={t(words.elsewhere)} description={t(words.elsewhere_text)} />
      </Card>
    )
  if (phase.name === 'open')
    return (
      <>
        <DeviceLine device={device} keeper={phase.keeper} />
        {children}
      </>
    )
  return (
    <>
      <Offline />
      {phase.erased ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {t(words[`erased_${phase.erased}`])}
        </p>
      ) : null}
      {children}
      {desks.every(({ preset }) => preset === 'gate') ? null : asked ? (
        <EnrolCard desks={desks} chosen={chosen} device={device} />
      ) : (
        <Button look="quiet" className="self-start" onClick={() => setAsked(true)}>
          {t(words.enrol)}
        </Button>
      )}
    </>
  )
}
