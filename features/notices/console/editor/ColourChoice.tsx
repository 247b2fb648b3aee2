import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type TextColour, inkText, isChosenInk, textColours } from '../../colours.rules.ts'
import { editorWords as words } from './editor.words.ts'

const chain = (editor: Editor) => editor.chain().focus()
const colourNow = (editor: Editor): string => String(editor.getAttributes('textStyle').color ?? '')
const OWN = 'own'

/** The colour of the marked words: no colour, one of six colours, or any other colour that is readable on white. */
export const ColourChoice = ({ editor, className }: { editor: Editor; className: string }) => {
  const t = useWords()
  const [choosing, setChoosing] = useState(false)
  const now = colourNow(editor)
  const named = Object.entries(textColours).find(([, hex]) => hex === now)?.[0]
  return (
    <>
      <select
        data-tool
        aria-label={t(words.colour)}
        className={className}
        style={now ? { color: now } : undefined}
        value={named ?? (now ? OWN : '')}
        onChange={({ target: { value } }) => {
          if (value.startsWith(OWN)) setChoosing(true)
          else if (value === '') chain(editor).unsetColor().run()
          else
            chain(editor)
              .setColor(textColours[value as TextColour])
              .run()
        }}
      >
        <option value="">{t(words.colour_none)}</option>
        {Object.keys(textColours).map((name) => (
          <option key={name} value={name} style={{ color: textColours[name as TextColour] }}>
            {t(words[name as TextColour])}
          </option>
        ))}
        {/* A chosen option cannot be chosen again, so a further option changes the author's own colour. */}
        {now && !named ? <option value={OWN}>{t(words.colour_own)}</option> : null}
        <option value={now && !named ? `${OWN} again` : OWN}>{t(words.colour_other)}</option>
      </select>
      {choosing ? <ColourDialog editor={editor} onClose={() => setChoosing(false)} /> : null}
    </>
  )
}

const FIRST = '#b42318'
const ColourDialog = ({ editor, onClose }: { editor: Editor; onClose: () => void }) => {
  const t = useWords()
  const [typed, setTyped] = useState(inkText(colourNow(editor)) ?? FIRST)
  const [wrong, setWrong] = useState<'colour_wrong' | 'colour_pale'>()
  const hex = inkText(typed)
  const put = () => {
    if (hex === undefined) return setWrong('colour_wrong')
    if (!isChosenInk(hex)) return setWrong('colour_pale')
    chain(editor).setColor(hex).run()
    onClose()
  }
  const choose = (text: string) => {
    setWrong(undefined)
    setTyped(text)
  }
  return (
    <AskDialog title={t(words.colour_title)} action={t(words.apply)} onClose={onClose} onDo={put}>
      <div className="grid gap-4">
        <div className="flex items-start gap-3">
          <input
            type="color"
            aria-label={t(words.colour_pick)}
            value={hex ?? FIRST}
            className="mt-8 size-12 shrink-0 rounded border border-line bg-surface p-1"
            onChange={({ target }) => choose(target.value)}
          />
          <TextInput
            label={t(words.colour_hex)}
            error={wrong && t(words[wrong])}
            value={typed}
            maxLength={20}
            spellCheck={false}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        <p aria-hidden className="rounded border border-line bg-white px-4 py-3 text-20" style={{ color: hex }}>
          {t(words.colour_sample)}
        </p>
      </div>
    </AskDialog>
  )
}
