import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleRegistrationsZone } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'

/** Edits the start zone, if the event has zones. */
export const ZoneField = ({
  raceid,
  id,
  zone,
  zones,
  off,
}: {
  raceid: number
  id: number
  zone: string | null
  zones: readonly string[]
  off: string | undefined
}) => {
  const t = useWords()
  const queries = useQueryClient()
  const put = useCall(consoleRegistrationsZone)
  // The zone has no version number, so its saved value is compared. If a colleague assigns another zone meanwhile, the
  // page shows both.
  const unsaved = useUnsaved({ name: `zone ${id}`, raceid, saved: { zone: zone ?? '' }, version: zone })
  const chosen = unsaved.form.zone
  const [error, setError] = useState<string>()
  const offered = [...new Set([...zones, ...(zone ? [zone] : [])])]
  if (offered.length === 0) return null
  const save = async () => {
    setError(undefined)
    try {
      const [outcome] = (await put.mutateAsync({ raceid, ids: [id], zone: chosen })).items
      if (outcome && outcome.outcome !== 'done' && outcome.outcome !== 'unchanged') return setError(outcome.says)
      unsaved.done()
      toastSuccess(t(words.done, { n: 1 }))
      return void queries.invalidateQueries()
    } catch (thrown) {
      return setError(refusedFrom(thrown).msg)
    }
  }
  return (
    <form
      noValidate
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Select
        label={t(words.zone)}
        error={error}
        value={chosen}
        onChange={(event) => unsaved.change({ zone: event.target.value })}
        options={[{ value: '', label: t(words.zone_none) }, ...offered.map((value) => ({ value, label: value }))]}
      />
      <UnsavedBar unsaved={unsaved} labelOf={() => t(words.zone)} busy={put.isPending} disabledReason={off} />
    </form>
  )
}
