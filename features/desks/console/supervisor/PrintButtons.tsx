import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleDesksList } from '../../setup/setup.contract.ts'
import { words } from './supervisor.words.ts'
import { useFigures } from './useFigures.ts'

export const PrintButtons = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const events = useFigures(raceid).data?.events ?? []
  const desks = useAsk(consoleDesksList, { raceid }).data?.items ?? []
  const [eventid, setEventid] = useState('')
  const [desk, setDesk] = useState('')
  const filter = { eventid: eventid === '' ? undefined : Number(eventid), desk: desk === '' ? undefined : desk }
  return (
    <>
      {events.length > 1 ? (
        <Select
          bare
          label={t(words.print_event)}
          value={eventid}
          options={[
            { value: '', label: t(words.print_all_events) },
            ...events.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) => setEventid(target.value)}
        />
      ) : null}
      {desks.length > 0 ? (
        <Select
          bare
          label={t(words.print_desk)}
          value={desk}
          options={[
            { value: '', label: t(words.all_desks) },
            ...[...new Set(desks.map(({ name }) => name))].map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ target }) => setDesk(target.value)}
        />
      ) : null}
      <ExportButton raceid={raceid} table="pack_labels" filter={filter} format="pdf" label={t(words.labels_file)} />
      <ExportButton raceid={raceid} table="pack_list" filter={filter} format="pdf" label={t(words.list_file)} />
    </>
  )
}
