import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { later } from '#ui/router/later.ts'
import { liveWords as words } from '../live.words.ts'
import type { CheeredRun } from './CheerForm.tsx'

const CheerDialog = later(async () => (await import('./CheerDialog.tsx')).CheerDialog)

export const CheerButton = ({ run }: { run: CheeredRun }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" icon={<PartyPopper className="size-5" aria-hidden />} onClick={() => setOpen(true)}>
        {t(words.cheer)}
      </Button>
      {open ? <CheerDialog run={run} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
