import { useState } from 'react'
import type { BulkActionShown } from '../../bulk/bulk.contract.ts'
import type { ListFilter } from '../useListFilter.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { BulkBar } from './BulkBar.tsx'
import { BulkDialog, type BulkFilter } from './BulkDialog.tsx'
import { words } from './bulkDesk.words.ts'

type Props = {
  raceid: number
  filter: ListFilter
  chosen: ReadonlySet<number>
  everything: boolean
  total: number | undefined
  onEverything: () => void
  onClear: () => void
  onBegun: (id: number) => void
}

/** The actions on the chosen registrations: the ticked rows or all matches. */
export const BulkSelection = (props: Props) => {
  const { raceid, filter, chosen, everything, total, onEverything, onClear, onBegun } = props
  const t = useWords()
  const [asked, setAsked] = useState<BulkActionShown>()
  if (chosen.size === 0 && !everything) return null
  const { sort: _, ...matching } = filter
  // Ticked rows stay ticked, even if a change of a row means that it does not match any more.
  const meant: BulkFilter = everything ? matching : { ids: [...chosen], state: filter.state }
  return (
    <>
      <BulkBar {...{ raceid, everything, total, onEverything, onClear }} count={chosen.size} onAsk={setAsked}>
        <ExportButton raceid={raceid} table="registrations" filter={meant} label={t(words.export_chosen)} />
      </BulkBar>
      {asked ? (
        <BulkDialog
          key={asked.name}
          {...{ raceid }}
          action={asked}
          filter={meant}
          onClose={() => setAsked(undefined)}
          onStarted={(id) => {
            setAsked(undefined)
            onClear()
            onBegun(id)
          }}
        />
      ) : null}
    </>
  )
}
