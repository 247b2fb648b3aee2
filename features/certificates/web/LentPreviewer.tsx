import { useEffect, useMemo } from 'react'
import { lentWords } from '#features/codes/web/lent.words.ts'
import { useLent } from '#features/codes/web/useLent.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Previewer } from './Previewer.tsx'

type Props = { picture: Blob; raceid: number; name: string; alt: string; onClose: () => void }
/** A newly drawn picture on the whole screen. Its address lets a long press save the picture. */
export const LentPreviewer = ({ picture, raceid, name, alt, onClose }: Props) => {
  const t = useWords()
  const own = useMemo(() => URL.createObjectURL(picture), [picture])
  useEffect(() => () => URL.revokeObjectURL(own), [own])
  const { state, address, msg } = useLent({ picture, raceid, name })
  return (
    <Previewer
      address={address ?? own}
      alt={alt}
      onClose={onClose}
      hint={state === 'lending' ? t(lentWords.lending) : msg}
    />
  )
}
