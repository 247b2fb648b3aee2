import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageForm } from '#ui/form/unsaved/PageForm.tsx'
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
  const [chosen, setChosen] = useState(zone ?? '')
  const [error, setError] = useState<string>()
  const offered = [...new Set([...zones, ...(zone ? [zone] : [])])]
  if (offered.length === 0) return null
  const save = async () => {
    setError(undefined)
    try {
      const [outcome] = (await put.mutateAsync({ raceid, ids: [id], zone: chosen })).items
      if (outcome && outcome.outcome !== 'done' && outcome.outcome !== 'unchanged') {
        setError(outcome.says)
        return false
      }
      toastSuccess(t(words.done, { n: 1 }))
      void queries.invalidateQueries()
      return true
    } catch (thrown) {
      setError(refusedFrom(thrown).msg)
      return false
    }
  }
  return (
    <PageForm
      className="mt-3"
      value={{ zone: chosen }}
      onSave={save}
      onDiscard={(saved) => setChosen(saved.zone)}
      busy={put.isPending}
      disabledReason={off}
    >
      <Select
        label={t(words.zone)}
        error={error}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[{ value: '', label: t(words.zone_none) }, ...offered.map((value) => ({ value, label: value }))]}
      />
    </PageForm>
  )
}
