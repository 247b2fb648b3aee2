import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { mapWords as words } from './map.words.ts'

export const MapButtons = ({ zoom, showAll }: { zoom: (steps: 1 | -1) => void; showAll: () => void }) => {
  const t = useWords()
  return (
    <div className="absolute bottom-2 right-2 flex gap-1 rounded bg-surface p-0.5 shadow-card">
      <IconButton label={t(words.zoom_in)} onClick={() => zoom(1)}>
        <Plus className="size-5" aria-hidden />
      </IconButton>
      <IconButton label={t(words.zoom_out)} onClick={() => zoom(-1)}>
        <Minus className="size-5" aria-hidden />
      </IconButton>
      <IconButton label={t(words.zoom_all)} onClick={showAll}>
        <Maximize className="size-5" aria-hidden />
      </IconButton>
    </div>
  )
}
