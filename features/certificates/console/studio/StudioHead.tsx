import { ChevronLeft, Eye, Redo2, Undo2 } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Select } from '#ui/form/Select.tsx'
import { words } from './studio.words.ts'
import { type Trial, trials } from '../definitions/trials.ts'
import type { Studio } from './useStudio.ts'

type Props = {
  studio: Studio
  raceid: number
  busy: boolean
  whyNot: string | undefined
  trial: Trial
  onTrial: (trial: Trial) => void
  onPreview: () => void
  onSave: () => void
}

export const StudioHead = ({ studio, raceid, busy, whyNot, trial, onTrial, onPreview, onSave }: Props) => {
  const t = useWords()
  const { design, dirty, undo, redo, canUndo, canRedo } = studio
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-2 pt-2">
      <div className="-ml-2.5 flex min-w-0 flex-[1_1_12rem] items-center">
        <Link
          href={path.certificates({ raceid })}
          aria-label={t(words.back)}
          title={t(words.back)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunk"
        >
          <ChevronLeft className="size-6" aria-hidden />
        </Link>
        <div className="min-w-0">
          <h1 className="truncate text-20 font-bold">{design.name || t(words.new_title)}</h1>
          <p role="status" className="text-12 text-soft">
            {t(dirty ? words.unsaved : words.all_saved)}
          </p>
        </div>
      </div>
      <div className="flex w-full items-start gap-2 md:w-auto">
        <span className="flex">
          <IconButton label={t(words.undo)} disabled={!canUndo} className="disabled:opacity-40" onClick={undo}>
            <Undo2 className="size-5" aria-hidden />
          </IconButton>
          <IconButton label={t(words.redo)} disabled={!canRedo} className="disabled:opacity-40" onClick={redo}>
            <Redo2 className="size-5" aria-hidden />
          </IconButton>
        </span>
        <Select
          bare
          className="hidden w-44 md:block [&_select]:min-h-11 [&_select]:py-1.5"
          label={t(words.trial)}
          value={trial}
          onChange={(event) => onTrial(event.target.value as Trial)}
          options={trials.map((value) => ({ value, label: t(words.trials[value]) }))}
        />
        <Button
          look="plain"
          className="ml-auto px-3!"
          icon={<Eye className="size-5" aria-hidden />}
          onClick={onPreview}
        >
          {t(words.preview)}
        </Button>
        <Button busy={busy} disabledReason={dirty ? whyNot : undefined} disabled={!dirty && !busy} onClick={onSave}>
          {t(words.save)}
        </Button>
      </div>
    </header>
  )
}
