import { useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { CancelButton } from '#ui/form/unsaved/CancelButton.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { Definition } from '../../contract.ts'
import { type ExportFormat, consoleCertificatesExport } from '../../export/exports.contract.ts'
import { photoPlace } from '../../template/composed.rules.ts'
import { words } from './export.words.ts'

type Props = { raceid: number; definition: Definition; browser: boolean; onClose: () => void; onBegun: () => void }

/** Asks for the event and the kind of files of an export. */
export const ExportCertificatesDialog = ({ raceid, definition, browser, onClose, onBegun }: Props) => {
  const t = useWords()
  const events = useAsk(raceEvents, { raceid })
  const begin = useCall(consoleCertificatesExport)
  const [chosen, setChosen] = useState(definition.eventid)
  const [format, setFormat] = useState<ExportFormat>('jpg')
  const [refused, setRefused] = useState<Refused>()
  const offered = (events.data ?? []).filter(({ id }) => definition.eventid === null || id === definition.eventid)
  const eventid = chosen ?? offered[0]?.id
  const needsBrowser = definition.form === 'html' && !browser
  const start = async () => {
    setRefused(undefined)
    try {
      await begin.mutateAsync({ raceid, id: definition.id, eventid: eventid!, format })
      toastSuccess(t(words.started))
      onBegun()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.begin_for, { name: definition.name })}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button busy={begin.isPending} disabled={eventid === undefined || needsBrowser} onClick={() => void start()}>
            {t(words.start)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {needsBrowser ? (
          <p className="rounded bg-warning-tint px-4 py-3 text-warning-ink">{t(words.no_browser)}</p>
        ) : null}
        <Select
          label={t(words.event)}
          value={String(eventid ?? '')}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={offered.map((one) => ({ value: String(one.id), label: one.name }))}
        />
        <Segmented
          label={t(words.format)}
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
          options={(['jpg', 'pdf'] as const).map((value) => ({ value, label: t(words[value]) }))}
        />
        {photoPlace(definition) ? <p className="text-14 text-soft">{t(words.race_photos)}</p> : null}
        <p className="text-14 text-soft">{t(words.hidden)}</p>
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
