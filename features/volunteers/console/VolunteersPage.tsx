import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Volunteer, consoleVolunteersList, consoleVolunteersRemove } from '../contract.ts'
import { words } from '../words.ts'
import { VolunteerCalendar } from './VolunteerCalendar.tsx'
import { VolunteerDialog } from './VolunteerDialog.tsx'
import { VolunteerSigning } from './VolunteerSigning.tsx'

const views = ['list', 'calendar', 'signing'] as const
const tones = { invited: 'info', confirmed: 'success', off: 'warning' } as const
const read = (raceid: number, q: string, after: string | null) =>
  call(consoleVolunteersList, { raceid, q, limit: 50, ...(after === null ? {} : { after }) })

export const VolunteersPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [q, setQ] = useState('')
  const [shown, setShown] = useState<(typeof views)[number]>(usePageParams().tab === 'signing' ? 'signing' : 'list')
  const listed = usePages([consoleVolunteersList.path, raceid, q], (after) => read(raceid, q, after), {
    placeholderData: (before) => before,
  })
  const remove = useCall(consoleVolunteersRemove)
  const [edited, setEdited] = useState<Volunteer | 'new'>()
  const [leaving, setLeaving] = useState<Volunteer>()
  const [refused, setRefused] = useState<Refused>()
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const again = () => void listed.refetch()
  const removing = async (volunteer: Volunteer) => {
    try {
      await remove.mutateAsync({ raceid, id: volunteer.id })
      setLeaving(undefined)
      toastSuccess(t(words.removed))
      again()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const error = listed.error
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          <ExportButton raceid={raceid} table="volunteers" filter={{ q }} />
          <ImportLink raceid={raceid} kind="volunteers" />
          <Button icon={<UserPlus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
            {t(words.add)}
          </Button>
        </>
      }
    >
      <Segmented
        label={t(words.shown_as)}
        value={shown}
        onChange={(chosen) => setShown(views.find((one) => one === chosen) ?? 'list')}
        options={[
          { value: 'list', label: t(words.as_list) },
          { value: 'calendar', label: t(words.as_calendar) },
          { value: 'signing', label: t(words.as_signing) },
        ]}
      />
      {shown === 'calendar' ? <VolunteerCalendar raceid={raceid} /> : null}
      {shown === 'signing' ? <VolunteerSigning raceid={raceid} /> : null}
      {shown === 'list' ? (
        <>
          <TextInput
            label={t(words.search)}
            type="search"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            maxLength={60}
            className="md:w-96"
          />
          {listed.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
          {error && !listed.isFetchNextPageError ? (
            <ErrorState error={error} onRetry={() => void listed.refetch()} />
          ) : null}
          {listed.data && items.length === 0 ? (
            <Empty
              title={t(q ? words.nobody : words.list_none)}
              description={q ? undefined : t(words.list_none_text)}
            />
          ) : null}
          {items.length ? (
            <Card flush title={t(words.shifts, { n: listed.data!.pages[0]!.total })}>
              <Lines
                items={items}
                onEdit={setEdited}
                onRemove={(one) => {
                  setRefused(undefined)
                  setLeaving(one)
                }}
              />
            </Card>
          ) : null}
          <MoreButton list={listed} />
        </>
      ) : null}
      {edited ? (
        <VolunteerDialog
          raceid={raceid}
          volunteer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            again()
          }}
        />
      ) : null}
      <AskDialog
        open={leaving !== undefined}
        title={t(words.remove)}
        action={t(words.remove)}
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(undefined)}
        onDo={() => leaving && void removing(leaving)}
      >
        <p>{t(words.remove_sure, { name: leaving?.name ?? '', post: leaving?.post ?? '' })}</p>
      </AskDialog>
    </DeskPage>
  )
}

type LinesProps = {
  items: readonly Volunteer[]
  onEdit: (one: Volunteer) => void
  onRemove: (one: Volunteer) => void
}
/** Writes the day and the hours of a shift. The times are on the race's own clock and name no zone. */
const shiftText = ({ from, until }: Volunteer, lang: Lang): string => {
  const [day = '', begin = ''] = from.split('T')
  const [last = '', end = ''] = until.split('T')
  const on = (date: string) => dateText(date, lang, 'short')
  return `${on(day)} ${begin}${end ? `–${last === day ? '' : `${on(last)} `}${end}` : ''}`
}

const Lines = ({ items, onEdit, onRemove }: LinesProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <ul className="divide-y divide-line">
      {items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="font-medium">
              {one.name} · {one.post}
            </p>
            <p className="figures text-14 text-soft">
              {[one.team, one.place, shiftText(one, lang), one.mobile].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Chip tone={tones[one.state]}>{t(words[one.state])}</Chip>
          <div className="-mr-2 ml-auto flex">
            <IconButton label={`${t(words.edit)} ${one.name}`} onClick={() => onEdit(one)}>
              <Pencil className="size-5" aria-hidden />
            </IconButton>
            <IconButton label={`${t(words.remove)} ${one.name}`} onClick={() => onRemove(one)}>
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
