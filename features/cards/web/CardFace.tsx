import { useWords } from '#ui/language/lang.tsx'
import type { CardKind } from '../contract.ts'
import { cardWords as words } from './cards.words.ts'
import { Flower2, Footprints, Landmark, Medal, Mountain, Sailboat, Sunrise, Trees, Waves, Wind } from 'lucide-react'
import { GiftMark } from '#features/luckydraws/web/GiftMark.tsx'

const colours = ['#b23a48', '#2a6f97', '#2d6a4f', '#7b4b94', '#9c6615', '#3d405b']
/** The drawings for cards without an icon. Each card takes the next drawing, so that the cards of a set differ. */
const drawings = [Waves, Landmark, Flower2, Sailboat, Medal, Mountain, Trees, Sunrise, Wind, Footprints]
/** One card as a picture with its name. A missing card is pale. */
export const CardFace = ({ kind, n, large }: { kind: CardKind; n: number; large?: boolean }) => {
  const t = useWords()
  const colour = kind.colour || colours[(kind.card - 1) % colours.length]
  return (
    <span
      className={`relative grid aspect-[3/4] w-full content-center justify-items-center gap-2 rounded-[14px] p-3 text-center shadow-card ${large ? 'max-w-64 animate-rise' : ''} ${n > 0 ? 'text-[#ffffff]' : 'border-2 border-dashed border-edge bg-sunk text-soft'}`}
      style={n > 0 ? { background: `linear-gradient(150deg, ${colour}, #14213d)` } : undefined}
    >
      <span className={n > 0 ? '' : 'opacity-40 grayscale'}>
        <GiftMark
          icon={kind.icon}
          drawn={drawings[(kind.card - 1) % drawings.length]!}
          size={large ? '5rem' : '2.5rem'}
        />
      </span>
      <span className={`${large ? 'text-28' : 'text-16'} font-bold`} style={n > 0 ? { color: '#ffffff' } : undefined}>
        {kind.name}
      </span>
      {n > 1 ? (
        <span className="figures absolute right-2 top-2 rounded-full bg-[#ffffff] px-2 text-14 font-bold text-[#14213d]">
          {t(words.count, { n })}
        </span>
      ) : null}
    </span>
  )
}
