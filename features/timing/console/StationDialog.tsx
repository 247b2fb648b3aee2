import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleTimingStation } from '../contract.ts'
import { words } from './console.words.ts'
import { Problem } from './Problem.tsx'

type Props = {
  raceid: number
  station: { id: number | undefined; name: string; metres: number | null; used: boolean }
  onClose: () => void
  onDone: () => void
}

export const StationDialog = ({ raceid, station, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [name, setName] = useState(station.name)
  const [metres, setMetres] = useState(station.metres)
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingStation)
  const save = async (remove: boolean) => {
    try {
      await send.mutateAsync({
        raceid,
        name: name || station.name,
        metres,
        remove,
        ...(station.id === undefined ? {} : { id: station.id }),
      })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={station.id === undefined ? t(words.station_add) : station.name}
      actions={
        <>
          {station.id !== undefined && !station.used ? (
            <Button look="danger" busy={send.isPending} onClick={() => void save(true)}>
              {t(words.station_remove)}
            </Button>
          ) : null}
          <Button busy={send.isPending} onClick={() => void save(false)}>
            {t(words.save)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextInput
          label={t(words.station_name)}
          value={name}
          maxLength={60}
          error={refused?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <NumberInput
          label={t(words.station_metres)}
          unit="m"
          value={metres}
          decimals={2}
          onChange={setMetres}
          error={refused?.fields.metres}
          optional
        />
      </div>
      <Problem refused={refused} />
    </Dialog>
  )
}
