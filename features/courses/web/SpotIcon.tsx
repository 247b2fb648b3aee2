import { Cross, CupSoda, Flag, MapPin, MountainSnow, Play, Toilet } from 'lucide-react'
import type { SpotKind } from '../contract.ts'

const icons = {
  start: Play,
  finish: Flag,
  aid: CupSoda,
  medical: Cross,
  toilet: Toilet,
  view: MountainSnow,
  other: MapPin,
} as const satisfies Record<SpotKind, typeof Flag>
export const SpotIcon = ({ kind, ...rest }: { kind: SpotKind } & Omit<React.ComponentProps<typeof Flag>, 'ref'>) => {
  const Icon = icons[kind]
  return <Icon aria-hidden {...rest} />
}
