import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consoleRegistrationsList } from '../../changes/changes.contract.ts'
import { BulkItem } from './BulkItem.tsx'
import { useBulks } from './useBulks.ts'

const MOST = 3

/**
 * Shows, above the list, the bulk actions that run or that began on this page. The list loads again when an action
 * ends.
 */
export const BulkRunning = ({ raceid, begun }: { raceid: number; begun: readonly number[] }) => {
  const queries = useQueryClient()
  const { data } = useBulks(raceid, MOST)
  const items = data?.items ?? []
  const running = items.filter(({ state }) => state === 'running' || state === 'waiting').map(({ id }) => id)
  // An action that ran while the page was open stays on it until the user leaves the page.
  const [seen, setSeen] = useState<readonly number[]>([])
  const fresh = running.filter((id) => !seen.includes(id))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  const shown = items.filter(({ id }) => seen.includes(id) || begun.includes(id))
  const over = shown.filter(({ state }) => state !== 'running' && state !== 'waiting').length
  useEffect(() => {
    if (over > 0) void queries.invalidateQueries({ queryKey: [consoleRegistrationsList.path] })
  }, [over, queries])
  if (shown.length === 0) return null
  return (
    <div className="grid gap-3">
      {shown.map((bulk) => (
        <BulkItem key={bulk.id} raceid={raceid} bulk={bulk} />
      ))}
    </div>
  )
}
