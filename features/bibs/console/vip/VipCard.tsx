import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { words } from '../../words.ts'
import { type VipBib, consoleBibsVipsList } from '../../vip/vip.contract.ts'
import { vipWords } from '../../vip/vip.words.ts'
import { ReleaseDialog, VipDialog } from './VipDialog.tsx'

const tones = { given: 'success', waiting: 'info', other: 'warning', several: 'warning', nobody: 'warning' } as const
const LISTED = 20

/** The numbers that are kept for guests, with the guest of each number and whether the guest has it already. */
export const VipCard = ({ raceid, onDone }: { raceid: number; onDone: () => void }) => {
  const t = useWords()
  const found = usePages(
    [consoleBibsVipsList.path, raceid],
    (after) =>
      call(consoleBibsVipsList, {
        raceid,
        limit: LISTED,
        ...(after === null ? {} : { after }),
      }),
    { staleTime: 0 },
  )
  const [edited, setEdited] = useState<VipBib | 'new'>()
  const [released, setReleased] = useState<VipBib>()
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  const done = () => {
    setEdited(undefined)
    setReleased(undefined)
    void found.refetch()
    onDone()
  }
  return (
    <Card title={t(vipWords.title)}>
      <p className="mb-3 text-soft">{t(vipWords.description)}</p>
      {found.isPending ? <Skeleton className="h-10" lines={2} /> : null}
      {found.error && !found.isFetchNextPageError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {items.length > 0 ? (
        <Table
          caption={t(vipWords.title)}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { key: 'bib', title: t(vipWords.bib), cell: ({ bib }) => <span className="display text-20">{bib}</span> },
            { key: 'name', title: t(vipWords.name), cell: ({ name }) => name || '–' },
            {
              key: 'state',
              title: t(vipWords.state),
              cell: ({ state, wears }) => <Chip tone={tones[state]}>{t(vipWords[state], { bib: wears ?? '' })}</Chip>,
            },
            {
              key: 'edit',
              title: <span className="sr-only">{t(words.actions)}</span>,
              cell: (vip) => (
                <span className="flex">
                  <IconButton label={t(vipWords.change, { bib: vip.bib })} onClick={() => setEdited(vip)}>
                    <Pencil className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton label={t(vipWords.remove, { bib: vip.bib })} onClick={() => setReleased(vip)}>
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </span>
              ),
            },
          ]}
        />
      ) : null}
      <MoreButton list={found} className="mt-3" />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="plain" onClick={() => setEdited('new')}>
          {t(vipWords.add)}
        </Button>
        <ImportLink raceid={raceid} kind="vip_bibs" />
      </div>
      {edited === undefined ? null : (
        <VipDialog
          raceid={raceid}
          vip={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={done}
        />
      )}
      {released ? (
        <ReleaseDialog raceid={raceid} vip={released} onClose={() => setReleased(undefined)} onDone={done} />
      ) : null}
    </Card>
  )
}
