import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { consoleCoursesList } from '#features/courses/contract.ts'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { CourseUpload } from '#features/courses/console/CourseUpload.tsx'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { go, usePageParams } from '#ui/router/Link.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, distanceText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type EventDraft,
  type EventEdited,
  consoleEventsList,
  consoleEventsRemove,
  consoleEventsSave,
} from '#features/events/contract.ts'
import { words } from '#features/events/words.ts'
import { EventEditor } from '#features/events/console/EventEditor.tsx'
import { eventWords } from '#features/events/console/event.words.ts'

const nameOf = ({ draft }: EventEdited, lang: Lang) => draft.names[lang] || draft.name

/** A race's events: their settings, stock, start and course. */
export const EventsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const query = useAsk(consoleEventsList, { raceid }, { staleTime: 0 })
  const courses = useAsk(consoleCoursesList, { raceid }, { staleTime: 0, quiet: true })
  const save = useCall(consoleEventsSave)
  const remove = useCall(consoleEventsRemove)
  // The address names the open event, so that Back leads to the list and a reload to the same event.
  const { event: opened, copy } = usePageParams()
  const open = (shown: { event: number | 'new'; copy?: number }) => {
    setRefused(undefined)
    go(path.events({ raceid, ...shown }))
  }
  const event = query.data?.items.find(({ id }) => String(id) === opened)
  // If the list lacks an event that this page has shown before, a colleague has deleted the event. Any other number
  // without an event is a wrong address.
  const [lastShown, setLastShown] = useState(event?.id)
  useFollow(event?.id, (id) => id !== undefined && setLastShown(id))
  const from = query.data?.items.find(({ id }) => String(id) === copy)
  const [leaving, setLeaving] = useState<EventEdited>()
  const [refused, setRefused] = useState<Refused>()
  const doing = async (work: () => Promise<unknown>, close: () => void, said: string) => {
    setRefused(undefined)
    try {
      await work()
      close()
      void query.refetch()
      toastSuccess(said)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const write = async (draft: EventDraft, stock: Parameters<typeof save.mutateAsync>[0]['stock']): Promise<boolean> => {
    setRefused(undefined)
    try {
      await save.mutateAsync({
        raceid,
        ...(event ? { id: event.id, updated_at: event.updated_at } : {}),
        draft,
        stock,
      })
      return true
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal === 'event_changed_meanwhile') {
        await query.refetch()
        toast(t(unsavedWords.merged))
      } else setRefused(why)
      return false
    }
  }
  const close = () => {
    setRefused(undefined)
    go(path.events({ raceid }), { replace: true })
    void query.refetch()
  }
  const error = query.error
  if (opened !== undefined && opened !== 'new' && query.data && !event)
    return <NoEvent deleted={opened === String(lastShown)} onClose={close} />
  // The form of a copy begins with the values of the copied event, so the form waits for these values.
  if (event || (opened === 'new' && (copy === undefined || query.data))) {
    return (
      <DeskPage title={event ? nameOf(event, lang) : t(eventWords.add)} narrow>
        {event ? <Elsewhere raceid={raceid} eventid={event.id} /> : null}
        <EventEditor
          key={event?.id ?? `new ${from?.id}`}
          from={event ? undefined : from}
          raceid={raceid}
          event={event}
          zone={query.data?.zone ?? 'Asia/Shanghai'}
          friendsMost={query.data?.friends_most ?? 10}
          refused={refused}
          busy={save.isPending}
          course={
            event ? (
              <CourseUpload
                raceid={raceid}
                eventid={event.id}
                course={courses.data?.items.find(({ eventid }) => eventid === event.id)}
                onDone={() => void courses.refetch()}
              />
            ) : (
              <Card title={t(eventWords.course)}>
                <p className="text-soft">{t(eventWords.course_first)}</p>
              </Card>
            )
          }
          onSave={write}
          onClose={close}
        />
      </DeskPage>
    )
  }
  return (
    <DeskPage
      title={t(eventWords.title)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => open({ event: 'new' })}>
          {t(eventWords.add)}
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonCards count={4} className="h-20" />
      ) : null}
      {query.data?.items.length === 0 ? (
        <Empty title={t(eventWords.none)} description={t(eventWords.none_text)} />
      ) : null}
      {query.data?.items.length ? (
        <EventLines
          raceid={raceid}
          zone={query.data.zone}
          events={query.data.items}
          onEdit={({ id }) => open({ event: id })}
          onCopy={({ id }) => open({ event: 'new', copy: id })}
          onRemove={(event) => {
            setRefused(undefined)
            setLeaving(event)
          }}
        />
      ) : null}
      <AskDialog
        open={leaving !== undefined}
        title={t(eventWords.remove)}
        action={t(eventWords.remove)}
        look="danger"
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(undefined)}
        onDo={() =>
          leaving &&
          void doing(
            () => remove.mutateAsync({ raceid, id: leaving.id }),
            () => setLeaving(undefined),
            t(eventWords.removed),
          )
        }
      >
        <p>{t(eventWords.remove_sure, { name: leaving ? nameOf(leaving, lang) : '' })}</p>
      </AskDialog>
    </DeskPage>
  )
}

const Elsewhere = ({ raceid, eventid }: { raceid: number; eventid: number }) => {
  const t = useWords()
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink look="plain" href={path.form({ raceid, eventid })}>
        {t(eventWords.open_form)}
      </ButtonLink>
      <ButtonLink look="quiet" href={path.refunds({ raceid, view: 'rules' })}>
        {t(eventWords.refunds)}
      </ButtonLink>
    </div>
  )
}

type LinesProps = {
  raceid: number
  zone: string
  events: readonly EventEdited[]
  onEdit: (event: EventEdited) => void
  onCopy: (event: EventEdited) => void
  onRemove: (event: EventEdited) => void
}
const EventLines = ({ raceid, zone, events, onEdit, onCopy, onRemove }: LinesProps) => {
  const t = useWords()
  const { lang } = useLang()
  /**
   * Returns texts for the kind of an event and for its days of sign-up. If the kind is also the name of the event, the
   * text for the kind is left out.
   */
  const factsOf = ({ draft }: EventEdited) => {
    const on = (at: string) => dateText(at, lang, 'deadline', zone)
    return {
      kind: draft.name === words[draft.type]['zh-cn'] ? undefined : t(words[draft.type]),
      days: [
        draft.signup_from ? t(eventWords.opens, { time: on(draft.signup_from) }) : '',
        draft.signup_until ? t(eventWords.closes, { time: on(draft.signup_until) }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
    }
  }
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-4 md:px-6">
            <span aria-hidden className="h-10 w-1.5 shrink-0 rounded-full" style={{ background: event.draft.colour }} />
            <div className="min-w-0 flex-[1_1_14rem]">
              <div className="flex items-start justify-between gap-3 md:justify-start">
                <button
                  type="button"
                  className="min-w-0 cursor-pointer text-left font-medium break-words hover:underline"
                  onClick={() => onEdit(event)}
                >
                  {nameOf(event, lang)}
                </button>
                <Chip>{t(words[`event_state_${event.draft.state}`])}</Chip>
              </div>
              <p className="figures flex flex-wrap gap-x-3 text-14 text-soft">
                {factsOf(event).kind ? <span>{factsOf(event).kind}</span> : null}
                {event.draft.distance === null ? null : <span>{distanceText(event.draft.distance, lang)}</span>}
                <span>{money(event.draft.price, lang)}</span>
                <span>
                  {t(eventWords.taken, { taken: countText(event.taken), places: countText(event.draft.places) })}
                </span>
              </p>
              {factsOf(event).days ? <p className="figures text-14 text-soft">{factsOf(event).days}</p> : null}
            </div>
            <ButtonLink
              look="quiet"
              className="mr-auto text-14 max-md:-ml-1"
              href={path.form({ raceid, eventid: event.id })}
            >
              {t(eventWords.open_form)}
              <span className="sr-only">{nameOf(event, lang)}</span>
            </ButtonLink>
            <div className="-mr-2 flex">
              <IconButton label={t(eventWords.edit, { name: nameOf(event, lang) })} onClick={() => onEdit(event)}>
                <Pencil className="size-5" aria-hidden />
              </IconButton>
              <IconButton label={t(eventWords.copy, { name: nameOf(event, lang) })} onClick={() => onCopy(event)}>
                <Copy className="size-5" aria-hidden />
              </IconButton>
              <IconButton label={`${t(eventWords.remove)} ${nameOf(event, lang)}`} onClick={() => onRemove(event)}>
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The page of an event that a colleague has deleted meanwhile, or of a number that no event has. */
const NoEvent = ({ deleted, onClose }: { deleted: boolean; onClose: () => void }) => {
  const t = useWords()
  return (
    <DeskPage title={t(eventWords.title)}>
      <Empty
        title={t(deleted ? eventWords.gone : eventWords.unknown)}
        description={t(deleted ? eventWords.gone_text : eventWords.unknown_text)}
        action={<Button onClick={onClose}>{t(eventWords.to_list)}</Button>}
      />
    </DeskPage>
  )
}
