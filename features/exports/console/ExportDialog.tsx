import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { call, refusedFrom, useAsk } from '#ui/network/call.ts'
import { type Format, type TableLayout, consoleExportsShow, consoleExportsStart } from '../contract.ts'
import { words } from '../words.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { ScheduleDialog } from './schedules/ScheduleDialog.tsx'
import { LayoutTools } from './LayoutTools.tsx'

const ALL = 'all'
const OWN = 'own'
/**
 * Returns the value of a layout in the select. The value holds the layout's position for a layout of the product, and
 * its id for a layout of the race.
 */
const valueOf = ({ id }: TableLayout, at: number): string => (id === null ? `ready ${at}` : `kept ${id}`)

type Props = {
  raceid: number
  table: string
  filter: Record<string, unknown>
  proposed?: Format | undefined
  onClose: () => void
}

/**
 * The choice of the columns, their order and the kind of file. Sealed columns can be exported unmasked only with a
 * reason.
 */
export const ExportDialog = ({ raceid, table, filter, proposed = 'xlsx', onClose }: Props) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const shown = useAsk(consoleExportsShow, { raceid, table }, { quiet: true })
  const [layout, setLayout] = useState(ALL)
  const [own, setOwn] = useState<readonly string[]>([])
  const [format, setFormat] = useState<Format>(proposed)
  const [why, setWhy] = useState('')
  const [repeats, setRepeats] = useState(false)
  const columns = shown.data?.columns ?? []
  const layouts = shown.data?.layouts ?? []
  const allowed = columns.filter((column) => column.allowed)
  const taken = layouts.find((one, at) => valueOf(one, at) === layout)
  // A layout may name a column that was removed, or a column that the caller may not export.
  const chosen =
    layout === OWN
      ? own
      : taken
        ? taken.columns.filter((name) => allowed.some((column) => column.name === name))
        : allowed.map(({ name }) => name)
  const sealed = columns.some((column) => column.sealed && chosen.includes(column.name))
  const mayOpen = may('sealed.open')
  const open = sealed && mayOpen && why.trim() !== ''
  const send = useMutation({
    mutationFn: () =>
      call(consoleExportsStart, {
        raceid,
        table,
        filter,
        columns: [...chosen],
        format,
        open,
        ...(open ? { why: why.trim() } : {}),
      }),
    onSuccess: ({ href, filename }) => {
      Object.assign(document.createElement('a'), { href, download: filename }).click()
      toastSuccess(t(words.started))
      onClose()
    },
  })
  const refused = send.error ? refusedFrom(send.error) : undefined
  const choose = (names: readonly string[]) => {
    setOwn(names)
    setLayout(OWN)
  }
  if (repeats && shown.data)
    return (
      <ScheduleDialog
        raceid={raceid}
        label={shown.data.label}
        repeated={{ table, filter, columns: [...chosen], format, open, why: open ? why.trim() : '' }}
        onClose={onClose}
      />
    )
  return (
    <AskDialog
      wide
      title={shown.data ? t(words.title, { table: shown.data.label }) : t(words.export)}
      action={t(words.export)}
      busy={send.isPending || shown.isLoading}
      disabledReason={
        shown.data
          ? chosen.length === 0
            ? t(words.columns_none)
            : undefined
          : shown.error
            ? t(kit.failed_title)
            : undefined
      }
      refused={refused}
      onClose={onClose}
      onDo={() => (chosen.length > 0 ? send.mutate() : undefined)}
    >
      {shown.isPending ? <Skeleton lines={4} className="h-12" /> : null}
      {shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {shown.data ? (
        <>
          {Object.keys(filter).length > 0 ? <p className="text-14 text-soft">{t(words.filtered)}</p> : null}
          <div className="grid gap-3 md:grid-cols-2 md:items-end">
            <Select
              label={t(words.layout)}
              value={taken || layout === OWN ? layout : ALL}
              onChange={(event) => (event.target.value === OWN ? choose(chosen) : setLayout(event.target.value))}
              options={[
                { value: ALL, label: t(words.layout_all) },
                ...layouts.map((one, at) => ({ value: valueOf(one, at), label: one.name })),
                { value: OWN, label: t(words.layout_own) },
              ]}
            />
            <Segmented
              label={t(words.format)}
              value={format}
              onChange={(value) => setFormat(value as Format)}
              options={shown.data.formats.map((value) => ({ value, label: t(words[value]) }))}
            />
          </div>
          <details className="group" open={layout === OWN}>
            <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
              {t(words.columns, { n: chosen.length, of: columns.length })}
            </summary>
            <div className="grid gap-3">
              <ColumnChoice columns={columns} chosen={chosen} onChoose={choose} />
              <LayoutTools
                raceid={raceid}
                table={table}
                columns={chosen}
                own={taken?.id === null ? undefined : taken}
                onSaved={(saved) => setLayout(`kept ${saved.id}`)}
                onRemoved={() => setLayout(ALL)}
              />
            </div>
          </details>
          {sealed && mayOpen ? (
            <TextInput
              label={t(words.why)}
              hint={t(words.why_hint)}
              optional
              value={why}
              maxLength={200}
              error={refused?.fields.why}
              onChange={(event) => setWhy(event.target.value)}
            />
          ) : null}
          <p className="flex flex-wrap gap-2">
            <Button look="quiet" disabled={chosen.length === 0} onClick={() => setRepeats(true)}>
              {t(words.schedule)}
            </Button>
            <ButtonLink look="quiet" href={path.exports({ raceid })}>
              {t(words.schedules)}
            </ButtonLink>
          </p>
          {sealed && !mayOpen ? <p className="text-14 text-soft">{t(words.sealed_off)}</p> : null}
        </>
      ) : null}
    </AskDialog>
  )
}
