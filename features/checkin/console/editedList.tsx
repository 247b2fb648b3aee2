import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Lang } from '#contract/words.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { Refused } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { deskWords as words } from './desk.words.ts'

export type PanelProps = { raceid: number; events: readonly RaceEvent[]; zone: string }

/** A panel's list while it loads, after it failed, or without an item. Shows nothing as soon as the list has items. */
export const ListState = ({
  list,
  items,
  title,
  description,
  className = 'h-20',
}: {
  list: { isPending: boolean; error: Refused | null; refetch: () => unknown }
  items: readonly unknown[] | undefined
  title: string
  description: string
  className?: string
}) => (
  <>
    {list.isPending ? <SkeletonCards count={3} className={className} /> : null}
    {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
    {items?.length === 0 ? (
      <Card>
        <Empty title={title} description={description} />
      </Card>
    ) : null}
  </>
)

export const EditDialog = ({
  title,
  busy,
  refused,
  onClose,
  onSave,
  description,
  children,
}: {
  title: string
  busy: boolean
  refused: Refused | undefined
  onClose: () => void
  onSave: () => void
  description?: string
  children: ReactNode
}) => {
  const t = useWords()
  return (
    <AskDialog
      wide
      title={title}
      action={description ?? t(words.save)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={onSave}
    >
      {children}
    </AskDialog>
  )
}

export const RemoveItemDialog = ({
  name,
  busy,
  refused,
  onClose,
  onRemove,
}: {
  name: string | undefined
  busy: boolean
  refused: Refused | undefined
  onClose: () => void
  onRemove: () => void
}) => {
  const t = useWords()
  return (
    <AskDialog
      open={name !== undefined}
      title={t(words.remove)}
      action={t(words.remove)}
      look="danger"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={onRemove}
    >
      <p>{t(words.remove_sure, { name: name ?? '' })}</p>
    </AskDialog>
  )
}

export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <div className="flex justify-end">
    <Button icon={<Plus className="size-5" aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  </div>
)
export const RowButtons = ({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) => {
  const t = useWords()
  return (
    <div className="-mr-2 ml-auto flex">
      <IconButton label={`${t(words.edit)} ${name}`} onClick={onEdit}>
        <Pencil className="size-5" aria-hidden />
      </IconButton>
      <IconButton label={`${t(words.remove)} ${name}`} onClick={onRemove}>
        <Trash2 className="size-5" aria-hidden />
      </IconButton>
    </div>
  )
}
/** Selects the event to which a declaration, a package or a list of equipment belongs. 0 means all events. */
export const EventSelect = ({
  value,
  events,
  onChange,
}: {
  value: number
  events: readonly RaceEvent[]
  onChange: (eventid: number) => void
}) => {
  const t = useWords()
  return (
    <Select
      label={t(words.event)}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={[
        { value: '0', label: t(words.all_events) },
        ...events.map((event) => ({ value: String(event.id), label: event.name })),
      ]}
    />
  )
}
/** Formats the period of an item. A beginning or an end that is not set is left out. */
export const periodText = (
  { from_at, until_at }: { from_at: string | null; until_at: string | null },
  lang: Lang,
  zone: string,
): string =>
  [from_at, until_at]
    .map((at) => dateText(at, lang, 'deadline', zone))
    .filter(Boolean)
    .join(' – ')
export const eventName = (events: readonly RaceEvent[], eventid: number, all: string): string =>
  eventid === 0 ? all : (events.find(({ id }) => id === eventid)?.name ?? String(eventid))
