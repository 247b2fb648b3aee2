import { Layers, ListChecks, Plus, SlidersHorizontal, X } from 'lucide-react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { changedBox } from '../../template/layers.rules.ts'
import type { Box } from '../../template/boxes.contract.ts'
import { outlineOf } from '../../template/outlines.rules.ts'
import { AddPanel } from './AddPanel.tsx'
import { BoxFields } from './BoxFields.tsx'
import { ChecksList } from './ChecksList.tsx'
import { LayerActions } from './LayerActions.tsx'
import { LayerList, useLayerName } from './LayerList.tsx'
import { measuring } from './painted.ts'
import { PaperFields } from './PaperFields.tsx'
import { words } from './studio.words.ts'
import type { CheckedDesign } from './useFindings.ts'
import type { Studio } from './useStudio.ts'

export const tabs = ['add', 'layers', 'fields', 'checks'] as const
export type Tab = (typeof tabs)[number]
const icons = { add: Plus, layers: Layers, fields: SlidersHorizontal, checks: ListChecks } as const

type Props = {
  studio: Studio
  raceid: number
  /**
   * The open tab. On a phone undefined means that only the board is visible. On a desktop undefined means the
   * properties.
   */
  tab: Tab | undefined
  onTab: (tab: Tab | undefined) => void
  onChoose: (key: number) => void
  values: Readonly<Record<string, string>>
  known: ReadonlySet<string>
  checked: CheckedDesign
  troubled: ReadonlySet<number>
  fonts: readonly string[]
  fields: readonly string[]
  errors: Readonly<Record<string, string>>
}

/**
 * The panel is beside the board on a desktop. On a phone it is a bar at the bottom, and an open tab covers only the
 * lower half of the screen.
 */
export const StudioPanel = ({
  studio,
  raceid,
  tab,
  onTab,
  onChoose,
  values,
  known,
  checked,
  troubled,
  fonts,
  fields,
  errors,
}: Props) => {
  const t = useWords()
  const nameOf = useLayerName()
  const { design, chosen, change, settle } = studio
  const shown = tab ?? 'fields'
  const layer = design.layers.find(({ key }) => key === chosen)
  const set = (patch: object, tag?: string) =>
    layer &&
    change((now) => changedBox(now, layer.key, (box) => ({ ...box, ...patch }) as Box), tag && `${tag} ${layer.key}`)
  const heading = shown === 'fields' ? (layer ? nameOf(layer.box) : t(words.paper)) : t(words[shown])
  const label = (one: Tab) =>
    one === 'checks' && checked.findings.length ? `${t(words.checks)} ${checked.findings.length}` : t(words[one])
  return (
    <div className="lg:sticky lg:top-4 lg:flex lg:flex-col">
      <section
        key={`${shown} ${chosen}`}
        aria-label={heading}
        className={
          `${tab ? '' : 'max-lg:hidden'} z-20 bg-surface shadow-card max-lg:fixed max-lg:inset-x-0 ` +
          'max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:max-h-[46dvh] ' +
          'max-lg:overflow-y-auto max-lg:rounded-t-[20px] max-lg:border-t max-lg:border-line ' +
          'lg:max-h-[calc(100dvh-15rem)] lg:overflow-y-auto lg:rounded'
        }
        tabIndex={-1}
      >
        <header className="sticky top-0 z-10 flex min-h-12 items-center gap-2 bg-surface py-1 pl-4 pr-2">
          <h2 className="min-w-0 flex-1 truncate font-bold">{heading}</h2>
          <span className="lg:hidden">
            <IconButton label={t(words.close)} onClick={() => onTab(undefined)}>
              <X className="size-5" aria-hidden />
            </IconButton>
          </span>
        </header>
        <div className="px-4 pb-4">
          {shown === 'add' ? <AddPanel {...{ studio, raceid, fields }} onAdded={() => onTab('fields')} /> : null}
          {shown === 'layers' ? (
            <LayerList layers={design.layers} chosen={chosen} troubled={troubled} onChoose={onChoose} />
          ) : null}
          {shown === 'checks' ? <ChecksList checked={checked} layers={design.layers} onChoose={onChoose} /> : null}
          {shown === 'fields' && !layer ? <PaperFields {...{ studio, raceid, known, errors }} /> : null}
          {shown === 'fields' && layer ? (
            <div key={layer.key} className="grid gap-4">
              <LayerActions studio={studio} />
              <BoxFields
                box={layer.box}
                set={set}
                rest={settle}
                raceid={raceid}
                outline={outlineOf(measuring(), layer.box, values)}
                fonts={fonts}
                fields={fields}
              />
            </div>
          ) : null}
        </div>
      </section>
      <nav
        aria-label={t(words.title)}
        className={
          'z-20 grid grid-cols-4 border-line bg-surface lg:order-first lg:mb-2 ' +
          'lg:grid-cols-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t ' +
          'max-lg:pb-[env(safe-area-inset-bottom)] lg:rounded lg:shadow-card'
        }
      >
        {tabs.map((one) => {
          const Icon = icons[one]
          return (
            <button
              key={one}
              type="button"
              aria-pressed={tab === one}
              onClick={() => onTab(tab === one ? undefined : one)}
              className={
                'flex min-h-[3.75rem] flex-col items-center justify-center gap-0.5 text-12 lg:py-1.5 ' +
                (one === 'layers' ? 'lg:hidden' : '') +
                ' ' +
                (tab === one
                  ? 'font-medium text-strong'
                  : `text-soft ${shown === one ? 'lg:font-medium lg:text-strong' : ''}`)
              }
            >
              <Icon className="size-5" aria-hidden />
              {label(one)}
            </button>
          )
        })}
      </nav>
    </div>
  )
}
