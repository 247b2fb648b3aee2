import { type ReactNode, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/console/paths.ts'
import { chooseMessageReaders } from '#seam/console/messageReaders.ts'
import { useGo } from '#ui/router/Link.tsx'
import { askOfNewEvent } from '#features/fields/lists.rules.ts'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { countText } from '#ui/language/clock.ts'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { type Consequence, consequencesOf } from '../consequences.rules.ts'
import type { EventDraft, EventEdited } from '../contract.ts'
import { words } from '../words.ts'
import { AskedPart } from './AskedPart.tsx'
import { EventBasicsCard, EnteringCard } from './EventCards.tsx'
import { Consequences } from './Consequences.tsx'
import { promised } from './distances.ts'
import { AddonsPart } from './prices/AddonsPart.tsx'
import { PricesPart } from './prices/PricesPart.tsx'
import { eventLabels, eventWords } from './event.words.ts'
import { QuizPart } from './QuizPart.tsx'
import { QualifyingPart } from './QualifyingPart.tsx'
import { StartPart } from './StartPart.tsx'
import { type EditedStock, StockPart, stockFrom } from './StockPart.tsx'

const fresh: EventDraft = {
  name: '',
  names: {},
  type: 'half',
  distance: 21_097.5,
  state: 'normal',
  price: 0,
  paystate: 'open',
  places: 100,
  signup_from: null,
  signup_until: null,
  pay_end: null,
  draw_at: null,
  start_at: null,
  pay_minutes: null,
  colour: '#1971c2',
  sort: 0,
  form: {
    idtypes: ['idcard', 'hkpass', 'other', 'passport'],
    ask: askOfNewEvent,
    clothes: ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'],
    packagebus: [],
    questions: [],
    sections: [],
    when: {},
    quiz: [],
    zones: [],
  },
  start: null,
  cutoff_minutes: null,
  prices: [],
  addons: [],
}

/** The values of the form. The stock is one part of this record. */
type Form = EventDraft & { stock: readonly EditedStock[] }
const deep = ['form', 'start']

/**
 * Copies an event under another name. The copy has no entrants. A declared draw belongs to the original event, so the
 * copy does not take the hour of the draw.
 */
const copyOf = ({ draft, stock, draw_kept }: EventEdited, t: ReturnType<typeof useWords>): Form => ({
  ...draft,
  name: t(eventWords.copy_name, { name: draft.name }).slice(0, 80),
  names: {},
  draw_at: draw_kept ? null : draft.draw_at,
  sort: Math.min(draft.sort + 1, 1000),
  stock: stock.filter(({ shared }) => !shared).map((line) => ({ ...line, taken: 0 })),
})

type Props = {
  raceid: number
  event: EventEdited | undefined
  /** The event that is copied. */
  from?: EventEdited | undefined
  zone: string
  /** The largest number of people who may sign up together in this race. */
  friendsMost: number
  refused: Refused | undefined
  busy: boolean
  /** The part of the form for the course, which staff save separately. */
  course: ReactNode
  /** Saves the event, and returns whether it succeeded. */
  onSave: (draft: EventDraft, stock: ReturnType<typeof stockFrom>) => Promise<boolean>
  onClose: () => void
}
/** The form of one event. The typed text stays until staff save or discard it. */
export const EventEditor = (props: Props) => {
  const { raceid, event, from, zone, friendsMost, refused, busy, course, onSave, onClose } = props
  const t = useWords()
  const unsaved = useUnsaved<Form>({
    name: `event ${event?.id ?? (from ? `copy of ${from.id}` : 'new')}`,
    raceid,
    saved: event ? { ...event.draft, stock: event.stock } : from ? copyOf(from, t) : { ...fresh, stock: [] },
    version: event?.updated_at ?? null,
    deep,
  })
  const { form, change } = unsaved
  const { stock, ...draft } = form
  const [doubted, setDoubted] = useState(false)
  const errorAt = (field: string) => refused?.fields[`draft.${field}`]
  const part = { draft, change, errorAt }
  const stocked = { stock, onStock: (stock: EditedStock[]) => change({ stock }) }
  const metres = promised(draft.type, draft.distance)
  const go = useGo()
  const [asked, setAsked] = useState<{ all: EventDraft; changes: Consequence[] }>()
  const save = async (all: EventDraft, tell = false) => {
    setAsked(undefined)
    if (!(await onSave(all, stockFrom(all, stock, event?.stock ?? [])))) return
    toastSuccess(savedText(t, event ? unsaved.changed.map((field) => labelOf(field, t)) : []))
    unsaved.done()
    if (!tell || !event) return onClose()
    chooseMessageReaders(raceid, { eventid: event.id })
    go(path.announcements({ raceid }))
  }
  /** Saves, but first asks if the change reaches people who have signed up. */
  const begin = (all: EventDraft) => {
    setDoubted(false)
    const changes = event ? consequencesOf(event.draft, all, event.taken, new Date()) : []
    if (changes.length > 0) setAsked({ all, changes })
    else void save(all)
  }
  const said = refused ? [...new Set([refused.msg, ...Object.values(refused.fields)])] : []
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (metres !== undefined && unsaved.changed.some((field) => field === 'type' || field === 'distance'))
          setDoubted(true)
        else begin(draft)
      }}
    >
      <div key={unsaved.turn} className="grid gap-4">
        <EventBasicsCard {...part} />
        <EnteringCard {...part} event={event} zone={zone} refused={refused} />
        <PricesPart {...part} zone={zone} most={friendsMost} taken={event?.taken ?? 0} />
        <AddonsPart {...part} {...stocked} refused={refused} />
        <AskedPart {...part} />
        <StockPart {...part} {...stocked} refused={refused} />
        <StartPart {...part} {...stocked} zone={zone} />
        {course}
        <QuizPart {...part} />
        <QualifyingPart {...part} />
      </div>
      {said.length > 0 ? (
        <div role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {said.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      <UnsavedBar
        unsaved={unsaved}
        busy={busy}
        labelOf={(field) => labelOf(field, t)}
        {...(event ? {} : { fresh: { label: t(eventWords.fresh) } })}
        onCancel={onClose}
      />
      <Consequences
        {...{ raceid, zone, busy }}
        taken={event?.taken ?? 0}
        changes={asked?.changes ?? []}
        onClose={() => setAsked(undefined)}
        onSave={() => asked && void save(asked.all)}
        onTell={() => asked && void save(asked.all, true)}
      />
      {metres === undefined ? null : (
        <Doubt
          open={doubted}
          draft={draft}
          metres={metres}
          onClose={() => setDoubted(false)}
          onKeep={() => begin(draft)}
          onTake={() => {
            change({ distance: metres })
            begin({ ...draft, distance: metres })
          }}
        />
      )}
    </form>
  )
}

const labelOf = (field: string, t: ReturnType<typeof useWords>): string => {
  const name = field.replace(/^(form|start)\./, '')
  const said = eventLabels[name as keyof typeof eventLabels]
  return t(said ?? (field.startsWith('start') ? eventWords.start : eventWords.form))
}

type DoubtProps = {
  open: boolean
  draft: EventDraft
  /** The usual distance of the event's type, in metres. */ metres: number
  onClose: () => void
  onKeep: () => void
  onTake: () => void
}
/** The question before saving a type and a distance that contradict each other. */
const Doubt = ({ open, draft, metres, onClose, onKeep, onTake }: DoubtProps) => {
  const t = useWords()
  const now = `${countText(draft.distance ?? 0)} m`
  return (
    <Dialog
      open={open}
      title={t(eventWords.doubt_title)}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" onClick={onKeep}>
            {t(eventWords.doubt_keep, { now })}
          </Button>
          <Button onClick={onTake}>{t(eventWords.doubt_take, { metres: `${countText(metres)} m` })}</Button>
        </>
      }
    >
      <p className="pb-2">{t(eventWords.doubt_text, { type: t(words[draft.type]), now })}</p>
    </Dialog>
  )
}
