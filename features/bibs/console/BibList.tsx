import { Pencil } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type BibLine, bibAlloc, consoleBibsList } from '../contract.ts'
import { words } from '../words.ts'

type BibsAnswer = OutputOf<typeof consoleBibsList>
/** The list of runners with their bibs. */
export const BibList = ({
  raceid,
  events,
  onDone,
}: {
  raceid: number
  events: BibsAnswer['events']
  onDone: () => void
}) => {
  const t = useWords()
  const [q, setQ] = useState('')
  const [eventid, setEventid] = useState('')
  const search = useDeferredValue(q.trim())
  const found = usePages(
    [consoleBibsList.path, raceid, eventid, search],
    (after) =>
      call(consoleBibsList, {
        raceid,
        q: search,
        limit: 50,
        ...(eventid ? { eventid: Number(eventid) } : {}),
        ...(after === null ? {} : { after }),
      }),
    { staleTime: 0 },
  )
  const alloc = useCall(bibAlloc)
  const [edited, setEdited] = useState<BibLine>()
  const [prefix, setPrefix] = useState('')
  const [bib, setBib] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  const open = (line: BibLine) => {
    setRefused(undefined)
    setPrefix(line.prefix_bib ?? '')
    setBib(line.bib ?? '')
    setEdited(line)
  }
  const save = async (clear: boolean) => {
    setRefused(undefined)
    try {
      await alloc.mutateAsync({ raceid, id: edited!.id, prefix, clear, ...(bib ? { bib } : {}) })
      setEdited(undefined)
      toastSuccess(t(words.saved))
      void found.refetch()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(words.list)}>
      <div className="mb-4 grid gap-3 md:grid-cols-2">
        <TextInput
          label={t(words.search)}
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
          onClear={() => setQ('')}
        />
        <Select
          label={t(words.event)}
          value={eventid}
          options={[
            { value: '', label: t(words.all_events) },
            ...events.map((one) => ({ value: String(one.eventid), label: one.event })),
          ]}
          onChange={(event) => setEventid(event.target.value)}
        />
      </div>
      {found.isPending ? <Skeleton className="h-10" lines={4} /> : null}
      {found.error && !found.isFetchNextPageError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_text)} /> : null}
      {items.length > 0 ? (
        <Table
          caption={t(words.list)}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'bib',
              title: t(words.bib),
              cell: (line) => (
                <span className="display text-20">
                  {line.bib === null ? '–' : `${line.prefix_bib ?? ''}${line.bib}`}
                </span>
              ),
            },
            {
              key: 'name',
              title: t(words.name),
              cell: ({ name }) => <span className="whitespace-nowrap">{name}</span>,
            },
            { key: 'event', title: t(words.event), cell: ({ event }) => event },
            { key: 'zone', title: t(words.zone), cell: ({ zone }) => zone ?? '–' },
            { key: 'clothes', title: t(words.clothes), cell: ({ clothes }) => clothes ?? '–' },
            {
              key: 'edit',
              title: <span className="sr-only">{t(words.actions)}</span>,
              cell: (line) => (
                <IconButton label={t(words.change, { name: line.name })} onClick={() => open(line)}>
                  <Pencil className="size-5" aria-hidden />
                </IconButton>
              ),
            },
          ]}
        />
      ) : null}
      <MoreButton list={found} className="mt-3" />
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t(words.change, { name: edited?.name ?? '' })}
        actions={
          <>
            {edited?.bib ? (
              <Button look="danger" busy={alloc.isPending} onClick={() => void save(true)}>
                {t(words.clear)}
              </Button>
            ) : null}
            <Button busy={alloc.isPending} onClick={() => void save(false)}>
              {t(words.save)}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[1fr_2fr] gap-3">
          <TextInput
            label={t(words.prefix)}
            value={prefix}
            maxLength={6}
            error={refused?.fields.prefix}
            onChange={(event) => setPrefix(event.target.value.toUpperCase())}
          />
          <TextInput
            label={t(words.number)}
            hint={t(words.number_hint)}
            inputMode="numeric"
            value={bib}
            maxLength={7}
            error={refused?.fields.bib}
            onChange={(event) => setBib(event.target.value)}
          />
        </div>
        <Refusal refused={refused} className="mt-3" />
      </Dialog>
    </Card>
  )
}
