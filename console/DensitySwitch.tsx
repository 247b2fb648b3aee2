import { Rows3, Rows4 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { onDevice } from '#ui/router/address.ts'
import { words } from './words.ts'

const kept = (): 'compact' | 'roomy' => (onDevice.get('density') === 'roomy' ? 'roomy' : 'compact')

/** The density of the lists, kept on the device. On a phone, fields and buttons stay large enough for fingers. */
export const DensitySwitch = () => {
  const t = useWords()
  const [density, setDensity] = useState(kept)
  useEffect(() => {
    document.documentElement.dataset.density = density
    onDevice.set('density', density)
  }, [density])
  const compact = density === 'compact'
  return (
    <IconButton
      label={t(words.density)}
      aria-pressed={compact}
      className="text-soft! max-lg:hidden"
      onClick={() => setDensity(compact ? 'roomy' : 'compact')}
    >
      {compact ? <Rows4 className="size-5" aria-hidden /> : <Rows3 className="size-5" aria-hidden />}
    </IconButton>
  )
}
