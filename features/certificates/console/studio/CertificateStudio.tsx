import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { Definition } from '../../contract.ts'
import { consoleCertificatesFonts } from '../../fonts/fonts.contract.ts'
import { fontsNamed } from '../../fonts/fonts.rules.ts'
import type { Design } from '../../template/layers.rules.ts'
import { usualFields } from '../../rules.ts'
import { consoleCertificatesTry } from '../../template/studio.contract.ts'
import { reportFields } from '../definitions/FieldMap.tsx'
import { LayerList } from './LayerList.tsx'
import { usePainted } from './painted.ts'
import { PreviewDialog } from '../definitions/PreviewDialog.tsx'
import { StudioBoard } from './StudioBoard.tsx'
import { ConflictDialog, LeaveDialog, RestoredNotice } from './StudioDialogs.tsx'
import { StudioHead } from './StudioHead.tsx'
import { StudioPanel, type Tab } from './StudioPanel.tsx'
import { Zoomed } from './Zoomed.tsx'
import { words } from './studio.words.ts'
import { type Trial, trialValues, trials } from '../definitions/trials.ts'
import { useFindings } from './useFindings.ts'
import { useSaving } from './useSaving.ts'
import { useShortcuts } from './useShortcuts.ts'
import { designOf, useStudio } from './useStudio.ts'

type Props = {
  raceid: number
  race: string
  before: Definition | undefined
  /** What the editor begins with: what is saved, what was not saved last time, or something new. */
  begin: Design
  from: string | null
  restored: boolean
  onSaved: (after: Definition) => void
  /** Begins again with what is saved. */
  onReload: () => void
}

const link = () => `${location.origin}/verify?n=72-7K3M-9QXA-22FC-HT5W`

/** The editor of certificates: the board, what is on it, what each of it is, and what there is to look at. */
export const CertificateStudio = ({ raceid, race, before, begin, from, restored, onSaved, onReload }: Props) => {
  const t = useWords()
  const root = useRef<HTMLDivElement>(null)
  const [base, setBase] = useState({ id: before?.id, from, saved: before && designOf(before) })
  const [leaving, setLeaving] = useState<() => void>()
  const studio = useStudio({
    raceid,
    id: base.id,
    saved: base.saved,
    begin,
    from: base.from,
    onLeave: useCallback((leave: () => void) => setLeaving(() => leave), []),
  })
  const saving = useSaving(raceid, base)
  const [tab, setTab] = useState<Tab>()
  const [trial, setTrial] = useState<Trial>('short')
  const [previews, setPreviews] = useState(false)
  const [told, setTold] = useState(restored)
  const { design } = studio
  const fonts = useAsk(consoleCertificatesFonts, { raceid })
  const real = useAsk(
    consoleCertificatesTry,
    { raceid, kind: design.kind, ...(design.eventid === null ? {} : { eventid: design.eventid }) },
    { quiet: true, staleTime: Infinity },
  )
  const facts = real.data?.values
  const boxes = useMemo(() => design.layers.map(({ box }) => box), [design.layers])
  const faces = useMemo(() => fontsNamed(fonts.data?.items ?? [], { html: '', boxes }), [fonts.data, boxes])
  const valuesOf = useCallback((one: Trial) => trialValues(one, race, design.map, facts), [race, design.map, facts])
  const values = useMemo(() => valuesOf(trial), [valuesOf, trial])
  const known = useMemo(() => new Set([...usualFields, ...reportFields, ...Object.keys(facts ?? {})]), [facts])
  const { width, height, bg } = design
  const painted = usePainted(
    useMemo(
      () => ({ width, height, bg, boxes, values, fonts: faces, link: link() }),
      [width, height, bg, boxes, values, faces],
    ),
  )
  const checked = useFindings({
    design,
    known,
    trials: useMemo(() => trials.map(valuesOf), [valuesOf]),
    fonts: faces,
    link: link(),
  })

  const troubled = useMemo(() => new Set(checked.findings.flatMap(({ key }) => (key === null ? [] : [key]))), [checked])

  const write = async (how: Parameters<typeof saving.write>[1] = {}): Promise<boolean> => {
    const after = await saving.write(design, how)
    if (!after) return false
    studio.forget()
    setTold(false)
    setBase({ id: after.id, from: after.updated_at, saved: how.copy === undefined ? design : designOf(after) })
    if (how.copy !== undefined) studio.change((now) => ({ ...now, name: after.name, published: false }))
    toastSuccess(t(after.published ? words.saved_live : words.saved))
    onSaved(after)
    return true
  }
  const whyNot = design.name.trim() === '' ? t(words.no_name) : boxes.length === 0 ? t(words.nothing_yet) : undefined
  const save = () => void (whyNot === undefined && !saving.busy && write())
  const focusBoard = () => root.current?.querySelector<HTMLElement>('[role=application]')?.focus()
  const onKeyDown = useShortcuts(studio, {
    onSave: save,
    onFree: () => {
      setTab(undefined)
      focusBoard()
    },
  })
  /** Where what had the focus is gone, the board has it: arrow keys move what was chosen or put on at once. */
  const keepFocus = () => requestAnimationFrame(() => document.activeElement === document.body && focusBoard())
  const choose = (key: number) => {
    studio.choose(key)
    setTab('fields')
    keepFocus()
  }
  const turnTo = (next: Tab | undefined) => {
    setTab(next)
    keepFocus()
  }
  const open = () => {
    setTab('fields')
    requestAnimationFrame(() => root.current?.querySelector<HTMLTextAreaElement>('[data-content]')?.select())
  }
  // A box that the server would not take is brought to the hand, with the sentence that says why.
  const wrong = Object.entries(saving.refused?.fields ?? {}).find(([field]) => field.startsWith('boxes.'))
  useEffect(() => {
    const layer = design.layers[Number(wrong?.[0].split('.')[1])]
    if (layer) choose(layer.key)
  }, [wrong?.[0]])
  // On a phone the sheet of properties leaves the upper half of the screen: what is chosen is brought there.
  useEffect(() => {
    const piece = root.current?.querySelector('[data-chosen]')?.getBoundingClientRect()
    if (tab === 'fields' && piece && innerWidth < 1024)
      scrollBy({ top: piece.top + piece.height / 2 - innerHeight * 0.28, behavior: 'smooth' })
  }, [tab, studio.chosen])
  const conflict = saving.refused?.refusal === 'certificate_changed_meanwhile'
  return (
    <div
      ref={root}
      onKeyDown={onKeyDown}
      className={`grid gap-4 ${tab ? 'max-lg:pb-[calc(46dvh+3rem)]' : 'max-lg:pb-12'}`}
    >
      <StudioHead
        {...{
          studio,
          raceid,
          busy: saving.busy,
          whyNot,
          trial,
          onTrial: setTrial,
          onPreview: () => setPreviews(true),
          onSave: save,
        }}
      />
      {told ? (
        <RestoredNotice
          fresh={before === undefined}
          onDiscard={() => {
            studio.forget()
            onReload()
          }}
          onKeep={() => setTold(false)}
        />
      ) : null}
      {saving.refused && !conflict ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {wrong ? `${saving.refused.msg} · ${wrong[1]}` : saving.refused.msg}
        </p>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[11.5rem_minmax(0,1fr)_21rem]">
        <section
          aria-label={t(words.layers)}
          className="hidden rounded bg-surface p-4 shadow-card lg:sticky lg:top-4 lg:block lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto"
          tabIndex={-1}
        >
          <h2 className="mb-2 font-bold">{t(words.layers)}</h2>
          <LayerList layers={design.layers} chosen={studio.chosen} troubled={troubled} onChoose={choose} />
        </section>
        <Zoomed width={width} height={height}>
          <StudioBoard {...{ studio, values, painted, onOpen: open }} />
        </Zoomed>
        <StudioPanel
          {...{
            studio,
            raceid,
            tab,
            onTab: turnTo,
            onChoose: choose,
            values,
            known,
            checked,
            troubled,
            fonts: [...new Set(fonts.data?.items.map(({ family }) => family))],
            fields: Object.keys(facts ?? {}),
            errors: saving.refused?.fields ?? {},
          }}
        />
      </div>
      {previews ? (
        <PreviewDialog
          {...{ raceid, design, valuesOf, fonts: faces, link: link() }}
          onClose={() => setPreviews(false)}
        />
      ) : null}
      <ConflictDialog
        open={conflict}
        busy={saving.busy}
        onClose={saving.forgive}
        onCopy={() => void write({ copy: t(words.copy_of, { name: design.name }) })}
        onTheirs={() => {
          studio.forget()
          saving.forgive()
          onReload()
        }}
        onOver={() => void write({ over: true })}
      />
      <LeaveDialog
        open={leaving !== undefined}
        busy={saving.busy}
        whyNot={whyNot}
        onStay={() => setLeaving(undefined)}
        onLeave={() => leaving?.()}
        onSave={() => void write().then((done) => (done ? leaving?.() : setLeaving(undefined)))}
      />
    </div>
  )
}
