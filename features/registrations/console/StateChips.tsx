import { FileImage } from 'lucide-react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { RegistrationLine } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'

const tones = { success: 'success', warn: 'danger', info: 'info', waiting: 'warning' } as const

export const StateChips = ({ row }: { row: Pick<RegistrationLine, 'state' | 'icon' | 'tag' | 'proof'> }) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap gap-1 md:flex-nowrap">
      <Chip tone={['left', 'closed', 'deleted'].includes(row.state) ? 'plain' : tones[row.icon]}>
        {t(words.states[row.state])}
      </Chip>
      {row.tag ? <Chip tone="race">{row.tag}</Chip> : null}
      {row.proof ? <Chip icon={<FileImage className="size-4" aria-hidden />}>{t(words.proof)}</Chip> : null}
    </span>
  )
}
