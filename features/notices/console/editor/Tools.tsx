import type { Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Film,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Underline,
  Undo2,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Text } from '#contract/words.ts'
import { useWords } from '#ui/language/lang.tsx'
import { ColourChoice } from './ColourChoice.tsx'
import { editorWords as words } from './editor.words.ts'
import { useEditorChanges } from './useArticleEditor.ts'

export type EditorDialog = 'link' | 'picture' | 'film' | 'html' | 'raw'
type Tool = { label: Text; icon: LucideIcon; run: (editor: Editor) => unknown; pressed?: boolean; off?: boolean }

const chain = (editor: Editor) => editor.chain().focus()

const ToolButton = ({ tool, editor }: { tool: Tool; editor: Editor }) => {
  const t = useWords()
  const { label, icon: Icon, run, pressed, off } = tool
  return (
    <button
      type="button"
      data-tool
      aria-label={t(label)}
      title={t(label)}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      aria-disabled={off || undefined}
      onClick={() => off || run(editor)}
      className={
        'inline-flex size-9 shrink-0 items-center justify-center rounded-[8px] max-md:size-11 ' +
        (pressed ? 'bg-tint text-strong' : off ? 'text-soft opacity-50' : 'text-ink hover:bg-sunk')
      }
    >
      <Icon className="size-[18px]" aria-hidden />
    </button>
  )
}
const WordButton = ({ label, onClick, danger }: { label: Text; onClick: () => void; danger?: boolean }) => {
  const t = useWords()
  return (
    <button
      type="button"
      data-tool
      onClick={onClick}
      className={
        'inline-flex min-h-9 shrink-0 items-center whitespace-nowrap rounded-[8px] px-2.5 text-14 hover:bg-sunk ' +
        `max-md:min-h-11 ${danger ? 'text-danger-ink' : 'text-ink'}`
      }
    >
      {t(label)}
    </button>
  )
}
const Divider = () => <span aria-hidden className="mx-1 h-6 w-px shrink-0 self-center bg-line" />
const ofTools =
  'h-9 shrink-0 rounded-[8px] border border-line bg-surface px-2 text-14 text-ink max-md:h-11 max-md:text-16'

const StyleChoice = ({ editor }: { editor: Editor }) => {
  const t = useWords()
  const level = editor.isActive('heading') ? Number(editor.getAttributes('heading').level) : 0
  const levels = [...new Set([2, 3, 4, ...(level ? [level] : [])])].toSorted()
  return (
    <select
      data-tool
      aria-label={t(words.style)}
      className={ofTools}
      value={level}
      onChange={(event) => {
        const chosen = Number(event.target.value) as 0 | 1 | 2 | 3 | 4 | 5 | 6
        if (chosen === 0) chain(editor).setParagraph().run()
        else chain(editor).setHeading({ level: chosen }).run()
      }}
    >
      <option value={0}>{t(words.paragraph)}</option>
      {levels.map((one) => (
        <option key={one} value={one}>
          {t(words.heading, { n: one - 1 || 1 })}
        </option>
      ))}
    </select>
  )
}

const TableTools = ({ editor }: { editor: Editor }) => (
  <>
    <WordButton label={words.row_before} onClick={() => chain(editor).addRowBefore().run()} />
    <WordButton label={words.row_after} onClick={() => chain(editor).addRowAfter().run()} />
    <WordButton label={words.row_remove} onClick={() => chain(editor).deleteRow().run()} />
    <Divider />
    <WordButton label={words.column_before} onClick={() => chain(editor).addColumnBefore().run()} />
    <WordButton label={words.column_after} onClick={() => chain(editor).addColumnAfter().run()} />
    <WordButton label={words.column_remove} onClick={() => chain(editor).deleteColumn().run()} />
    <Divider />
    <WordButton label={words.head_row} onClick={() => chain(editor).toggleHeaderRow().run()} />
    {editor.can().mergeCells() ? (
      <WordButton label={words.cells_merge} onClick={() => chain(editor).mergeCells().run()} />
    ) : null}
    {editor.can().splitCell() ? (
      <WordButton label={words.cells_split} onClick={() => chain(editor).splitCell().run()} />
    ) : null}
    <WordButton danger label={words.table_remove} onClick={() => chain(editor).deleteTable().run()} />
  </>
)

/** Tools for the block that has the cursor. */
const ThingTools = ({ editor, onAsk }: { editor: Editor; onAsk: (request: EditorDialog) => void }) => {
  const remove = <WordButton danger label={words.remove} onClick={() => chain(editor).deleteSelection().run()} />
  if (editor.isActive('picture'))
    return (
      <>
        <WordButton label={words.picture_edit} onClick={() => onAsk('picture')} />
        {remove}
      </>
    )
  if (editor.isActive('film'))
    return (
      <>
        <WordButton label={words.film_edit} onClick={() => onAsk('film')} />
        {remove}
      </>
    )
  if (editor.isActive('rawHtml'))
    return (
      <>
        <WordButton label={words.raw_edit} onClick={() => onAsk('raw')} />
        <RawToText editor={editor} />
        {remove}
      </>
    )
  return editor.isActive('table') ? <TableTools editor={editor} /> : null
}
const RawToText = ({ editor }: { editor: Editor }) => (
  <WordButton
    label={words.raw_text}
    onClick={() => {
      const html = String(editor.getAttributes('rawHtml').html)
      chain(editor).deleteSelection().run()
      editor.view.pasteHTML(html)
    }}
  />
)

const aligns = [
  ['left', AlignLeft],
  ['center', AlignCenter],
  ['right', AlignRight],
] as const

const toolsOf = (editor: Editor, onAsk: (request: EditorDialog) => void): readonly (readonly Tool[])[] => [
  [
    { label: words.bold, icon: Bold, pressed: editor.isActive('bold'), run: () => chain(editor).toggleBold().run() },
    {
      label: words.italic,
      icon: Italic,
      pressed: editor.isActive('italic'),
      run: () => chain(editor).toggleItalic().run(),
    },
    {
      label: words.underline,
      icon: Underline,
      pressed: editor.isActive('underline'),
      run: () => chain(editor).toggleUnderline().run(),
    },
    {
      label: words.strike,
      icon: Strikethrough,
      pressed: editor.isActive('strike'),
      run: () => chain(editor).toggleStrike().run(),
    },
  ],
  [
    {
      label: words.bullets,
      icon: List,
      pressed: editor.isActive('bulletList'),
      run: () => chain(editor).toggleBulletList().run(),
    },
    {
      label: words.numbers,
      icon: ListOrdered,
      pressed: editor.isActive('orderedList'),
      run: () => chain(editor).toggleOrderedList().run(),
    },
    {
      label: words.quote,
      icon: Quote,
      pressed: editor.isActive('blockquote'),
      run: () => chain(editor).toggleBlockquote().run(),
    },
    { label: words.line, icon: Minus, run: () => chain(editor).setHorizontalRule().run() },
  ],
  aligns.map(([align, icon]) => ({
    label: words[align],
    icon,
    pressed: editor.isActive({ textAlign: align }),
    run: () => (align === 'left' ? chain(editor).unsetTextAlign().run() : chain(editor).setTextAlign(align).run()),
  })),
  [
    { label: words.link, icon: Link, pressed: editor.isActive('link'), run: () => onAsk('link') },
    { label: words.picture, icon: Image, run: () => onAsk('picture') },
    { label: words.film, icon: Film, run: () => onAsk('film') },
    {
      label: words.table,
      icon: Table,
      off: editor.isActive('table'),
      run: () => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    { label: words.html_edit, icon: Code, run: () => onAsk('html') },
  ],
]

/** Handles the keys of the tools. Arrow keys go from tool to tool, and Escape goes back into the text. */
const useArrows = (onLeave: () => void) => {
  const box = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const tools = [...(box.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
    const at = tools.indexOf(event.target as HTMLElement)
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? tools.length - 1 : step === undefined ? -1 : at + step
    if (at < 0 || next < 0 || next >= tools.length) return
    event.preventDefault()
    tools[next]!.focus()
  }
  return { box, move }
}

type Props = { editor: Editor; onAsk: (request: EditorDialog) => void }
export const Tools = ({ editor, onAsk }: Props) => {
  const t = useWords()
  useEditorChanges(editor)
  const { box, move } = useArrows(() => editor.commands.focus())
  const row = 'flex items-center gap-0.5 px-2 py-1 max-md:overflow-x-auto md:flex-wrap'
  const things = ['picture', 'film', 'rawHtml', 'table'].some((name) => editor.isActive(name))
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus
    <div
      ref={box}
      role="toolbar"
      aria-label={t(words.toolbar)}
      onKeyDown={move}
      className="sticky top-0 z-10 rounded-t border-b border-line bg-surface"
    >
      <div className={row}>
        {[
          { label: words.undo, icon: Undo2, off: !editor.can().undo(), run: () => chain(editor).undo().run() },
          { label: words.redo, icon: Redo2, off: !editor.can().redo(), run: () => chain(editor).redo().run() },
        ].map((tool) => (
          <ToolButton key={tool.label.en} tool={tool} editor={editor} />
        ))}
        <Divider />
        <StyleChoice editor={editor} />
        <ColourChoice editor={editor} className={ofTools} />
        {toolsOf(editor, onAsk).map((group) => (
          <span key={group[0]!.label.en} className="contents">
            <Divider />
            {group.map((tool) => (
              <ToolButton key={tool.label.en} tool={tool} editor={editor} />
            ))}
          </span>
        ))}
      </div>
      {things ? (
        <div className={`${row} border-t border-line`}>
          <ThingTools editor={editor} onAsk={onAsk} />
        </div>
      ) : null}
    </div>
  )
}
