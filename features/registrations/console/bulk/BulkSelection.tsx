import { useState } from 'react'
import type { BulkActionShown } from '../../bulk/bulk.contract.ts'
import type { RegistrationListFilter } from '../useListFilter.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { chooseMessageReaders } from '#seam/console/messageReaders.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { BulkBar } from './BulkBar.tsx'
import { BulkDialog, type BulkFilter } from './BulkDialog.tsx'
import { words } from './bulkDesk.words.ts'

type Props = {
  raceid: number
  filter: RegistrationListFilter
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
  const go = useGo()
  const { may } = useMe(raceid)
  const [dialog, setDialog] = useState<BulkActionShown>()
  if (chosen.size === 0 && !everything) return null
  const { sort: _, ...matching } = filter
  // For ticked rows only the filter by state counts, so a ticked row that no longer fits another filter stays chosen.
  const meant: BulkFilter = everything ? matching : { ids: [...chosen], state: filter.state }
  const write = () => {
    chooseMessageReaders(raceid, meant)
    go(path.announcements({ raceid }))
  }
  return (
    <>
      <BulkBar {...{ raceid, everything, total, onEverything, onClear }} count={chosen.size} onAsk={setDialog}>
        <ExportButton raceid={raceid} table="registrations" filter={meant} label={t(words.export_chosen)} />
        {may('notices.edit') ? (
          <Button look="plain" onClick={write}>
            {t(words.write_message)}
          </Button>
        ) : null}
      </BulkBar>
      {dialog ? (
        <BulkDialog
          key={dialog.name}
          {...{ raceid }}
          action={dialog}
          filter={meant}
          onClose={() => setDialog(undefined)}
          onStarted={(id) => {
            setDialog(undefined)
            onClear()
            onBegun(id)
          }}
        />
      ) : null}
    </>
  )
}
