import { useCallback, useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { Definition } from '../../contract.ts'
import type { Design } from '../../template/layers.rules.ts'
import { LayerList } from './LayerList.tsx'
import { PreviewDialog } from '../definitions/PreviewDialog.tsx'
import { StudioBoard } from './StudioBoard.tsx'
import { BothDesigns } from './BothDesigns.tsx'
import { ConflictDialog, LeaveDialog, RestoredNotice } from './StudioDialogs.tsx'
import { StudioHead } from './StudioHead.tsx'
import { StudioPanel } from './StudioPanel.tsx'
import { Zoomed } from './Zoomed.tsx'
import { words } from './studio.words.ts'
import type { Trial } from '../definitions/trials.ts'
import { useDrawnDesign } from './useDrawn.ts'
import { useSaving } from './useSaving.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useTabAndFocus } from './useTabAndFocus.ts'
import { designOfDefinition, useStudio } from './useStudio.ts'

type Props = {
  raceid: number
  race: string
  before: Definition | undefined
  /** The first design in the editor: the saved design, the unsaved design of the last visit, or a new design. */
  begin: Design
  from: string | null
  restored: boolean
  onSaved: (after: Definition) => void
  /** Goes back to the saved design. */
  onReload: () => void
}

export const CertificateStudio = ({ raceid, race, before, begin, from, restored, onSaved, onReload }: Props) => {
  const t = useWords()

  const [base, setBase] = useState({ id: before?.id, from, saved: before && designOfDefinition(before) })
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
  const [trial, setTrial] = useState<Trial>('short')
  const [previews, setPreviews] = useState(false)
  // The draft on the device may have begun from a version that is older than the saved version.
  const [behind, setBehind] = useState(restored && before !== undefined && from !== before.updated_at)
  const [noticeShown, setNoticeShown] = useState(restored)
  const { design } = studio
  const drawn = useDrawnDesign({ raceid, race, design, trial })
  const { boxes, valuesOf, values, troubled } = drawn
  const { width, height } = design

  const write = async (how: Parameters<typeof saving.write>[1] = {}): Promise<boolean> => {
    const after = await saving.write(design, how)
    if (!after) return false
    studio.forget()
    setBehind(false)
    setNoticeShown(false)
    setBase({
      id: after.id,
      from: after.updated_at,
      saved: how.copy === undefined ? design : designOfDefinition(after),
    })
    if (how.copy !== undefined) studio.change((now) => ({ ...now, name: after.name, published: false }))
    toastSuccess(t(after.published ? words.saved_live : words.saved))
    onSaved(after)
    return true
  }
  const whyNot = design.name.trim() === '' ? t(words.no_name) : boxes.length === 0 ? t(words.nothing_yet) : undefined
  const save = () => void (whyNot === undefined && !saving.busy && write())
  const wrong = Object.entries(saving.refused?.fields ?? {}).find(([field]) => field.startsWith('boxes.'))
  const { root, tab, choose, turnTo, open, free } = useTabAndFocus(studio, wrong?.[0])
  const onKeyDown = useShortcuts(studio, { onSave: save, onFree: free })
  const conflict = behind || saving.refused?.refusal === 'certificate_changed_meanwhile'
  const settled = () => {
    setBehind(false)
    saving.forgive()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts work wherever the focus is
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
      {noticeShown ? (
        <RestoredNotice
          fresh={before === undefined}
          onDiscard={() => {
            studio.forget()
            onReload()
          }}
          onKeep={() => setNoticeShown(false)}
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
          className={
            'hidden rounded bg-surface p-4 shadow-card lg:sticky lg:top-4 ' +
            'lg:block lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto'
          }
          tabIndex={-1}
        >
          <h2 className="mb-2 font-bold">{t(words.layers)}</h2>
          <LayerList layers={design.layers} chosen={studio.chosen} troubled={troubled} onChoose={choose} />
        </section>
        <Zoomed width={width} height={height}>
          <StudioBoard {...{ studio, values, painted: drawn.painted, onOpen: open }} />
        </Zoomed>
        <StudioPanel
          {...{
            studio,
            raceid,
            tab,
            onTab: turnTo,
            onChoose: choose,
            values,
            known: drawn.known,
            checked: drawn.checked,
            troubled,
            fonts: drawn.families,
            fields: drawn.fields,
            errors: saving.refused?.fields ?? {},
          }}
        />
      </div>
      {previews ? (
        <PreviewDialog
          {...{ raceid, design, valuesOf, fonts: drawn.faces, link: drawn.link }}
          onClose={() => setPreviews(false)}
        />
      ) : null}
      <ConflictDialog
        open={conflict}
        both={<BothDesigns raceid={raceid} id={base.id} mine={design} />}
        busy={saving.busy}
        onClose={settled}
        onCopy={() => void write({ copy: t(words.copy_of, { name: design.name }) })}
        onTheirs={() => {
          studio.forget()
          settled()
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
