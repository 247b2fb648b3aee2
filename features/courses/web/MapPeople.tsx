import { Star } from 'lucide-react'
import { dotColour } from '#ui/map/dotColour.ts'

/** The look of a dot. The thin line separates the dot from the map below. */
export const dotStyle = (line: string) => ({
  background: dotColour(line),
  borderColor: '#fff',
  boxShadow: '0 0 0 1px rgb(64 64 64)',
})

type Label = {
  label: string
  /** True for a runner whom the person follows. */ followed?: boolean
  /** True for the runner whom the person has chosen. */ chosen?: boolean
}
export const DotLabel = ({ label, followed = false, chosen = false }: Label) => (
  <span
    className={
      'display absolute bottom-full left-1/2 mb-0.5 flex -translate-x-1/2 items-center gap-1 whitespace-nowrap ' +
      `rounded px-1 text-14 leading-tight shadow-card ${chosen ? 'bg-ink text-surface' : 'bg-surface'}`
    }
  >
    {followed ? <Star className="size-3 shrink-0 fill-current" aria-hidden /> : null}
    {label}
  </span>
)

export const PersonDot = ({ colour, followed = false }: { colour: string; followed?: boolean }) => (
  <span
    aria-hidden
    className={`block shrink-0 rounded-full border-2 ${followed ? 'size-4' : 'size-3'}`}
    style={dotStyle(colour)}
  />
)

export const Walker = ({ colour, label }: { colour: string; label?: string | undefined }) => (
  <span aria-hidden className="relative flex size-9 shrink-0 items-center justify-center">
    <span className="absolute inset-0 rounded-full border-2 border-ink bg-surface/60" />
    <span className="relative block size-5 rounded-full border-[3px]" style={dotStyle(colour)} />
    {label ? <DotLabel label={label} chosen /> : null}
  </span>
)
