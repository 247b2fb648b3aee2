import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { useWords } from '#ui/language/lang.tsx'

type Typed = HTMLInputElement | HTMLTextAreaElement
type Place = Pick<Typed, 'value' | 'selectionStart' | 'selectionEnd'>

/**
 * Tells whether a field would lose the end of a pasted text, because the field holds at most `most` characters. Blanks
 * at the end of the text are no loss.
 */
export const losesEnd = ({ value, selectionStart, selectionEnd }: Place, pasted: string, most: number | undefined) =>
  most !== undefined &&
  most >= 0 &&
  value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + pasted.trimEnd().length > most

/**
 * Says at a field that a pasted text is too long. A browser cuts such a text at `maxLength` without a word. The
 * sentence stays until the person types or pastes again.
 */
export const usePasting = (most: number | undefined) => {
  const t = useWords()
  const [cut, setCut] = useState(false)
  return {
    tooLong: cut ? t(wrong.too_long, { n: most! }) : undefined,
    paste: (event: ClipboardEvent<Typed>) =>
      setCut(losesEnd(event.currentTarget, event.clipboardData.getData('text'), most)),
    changed: (event: FormEvent<Typed>) => {
      if (cut && (event.nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(false)
    },
  }
}
