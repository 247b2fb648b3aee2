import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { useWords } from '#ui/language/lang.tsx'

type Typed = HTMLInputElement | HTMLTextAreaElement
type Place = Pick<Typed, 'value' | 'selectionStart' | 'selectionEnd'>

/**
 * Tells whether a field would lose the end of a pasted text, because the field holds at most `most` characters. Blanks
 * at the end of the text are no loss, and a line break of Windows counts once. A field for an e-mail address does not
 * tell its selection, so the function then counts only the pasted text.
 */
export const losesEnd = (
  { value, selectionStart: from, selectionEnd: to }: Place,
  pasted: string,
  most = Infinity,
): boolean => (from === null ? 0 : value.length - to! + from) + pasted.trimEnd().replaceAll('\r\n', '\n').length > most

/**
 * Says at a field that a pasted text is too long. A browser cuts such a text at `maxLength` without a word. The
 * sentence stays while the field is full. `value` is the value of the field, if the caller holds it.
 */
export const usePasting = (most = 0, value?: unknown) => {
  const t = useWords()
  const [cut, setCut] = useState(false)
  // A browser does not paste half of a letter that has two units. So a full field may have room for one unit.
  const isFull = (text: unknown) => String(text).length >= most - 1
  return {
    tooLong: cut && (value === undefined || isFull(value)) ? t(wrong.too_long, { n: most }) : undefined,
    paste: (event: ClipboardEvent<Typed>) =>
      setCut(losesEnd(event.currentTarget, event.clipboardData.getData('text'), most || undefined)),
    changed: (event: FormEvent<Typed>) => setCut(cut && isFull(event.currentTarget.value)),
  }
}
