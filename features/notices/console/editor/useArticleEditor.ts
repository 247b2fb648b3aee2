import { Editor, type JSONContent, getSchema } from '@tiptap/core'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { articleExtensions } from './extensions.ts'
import { type Pasted, paragraphsOf, pasted } from './paste.ts'
import { articleHtml, openArticle } from './roundTrip.ts'
import { Fragment, Slice } from '@tiptap/pm/model'

type Given = {
  /** The text with which the editor starts. */
  html: string
  label: string
  describedBy: string
  lang: string
  rawLabel: string
  onChange: (html: string) => void
  /** Receives a paste as cleaned HTML, with the numbers of pictures and films that were left out. */
  onPasted: (pasted: Pasted) => void
  /** Receives files that were pasted or dropped, and the position for them. */
  onFiles: (files: readonly File[], at: number) => void
  /** Runs when the author presses Alt+F10, which leads to the tools. */
  onTools: () => void
}

const isPicture = (file: File): boolean => file.type.startsWith('image/')
const picturesIn = (given: DataTransfer | null): File[] => [...(given?.files ?? [])].filter(isPicture)

const makeEditor = (element: HTMLElement, given: Given): Editor => {
  const extensions = articleExtensions(given.rawLabel)
  return new Editor({
    element,
    // The page's policy forbids style sheets that a script makes, so editor.css has the style sheet of the editor.
    injectCSS: false,
    extensions,
    content: openArticle(given.html, getSchema(extensions)).toJSON() as JSONContent,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': given.label,
        'aria-describedby': given.describedBy,
        lang: given.lang,
        class: 'article-text prose',
      },
      transformPastedHTML: (html) => {
        const clean = pasted(html, location.origin)
        given.onPasted(clean)
        return clean.html
      },
      clipboardTextParser: (text, _, __, { state: { schema } }) => {
        const { paragraph, hardBreak } = schema.nodes
        const paragraphs = paragraphsOf(text).map((lines) =>
          paragraph!.create(
            null,
            lines.flatMap((line, at) => [
              ...(at > 0 ? [hardBreak!.create()] : []),
              ...(line ? [schema.text(line)] : []),
            ]),
          ),
        )
        return new Slice(Fragment.from(paragraphs), 1, 1)
      },
      handlePaste: (view, event) => {
        const files = picturesIn(event.clipboardData)
        if (files.length === 0 || event.clipboardData?.getData('text/html')) return false
        given.onFiles(files, view.state.selection.from)
        return true
      },
      handleDrop: (view, event, _, moved) => {
        const files = picturesIn(event.dataTransfer)
        if (moved || files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        given.onFiles(files, at ?? view.state.selection.from)
        return true
      },
      handleKeyDown: (_, event) => {
        if (!(event.altKey && event.key === 'F10')) return false
        event.preventDefault()
        given.onTools()
        return true
      },
    },
  })
}

/** Returns an editor of an article. Only a new key of its component starts a new editor. */
export const useArticleEditor = (given: Given) => {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const change = useEffectEvent((html: string) => given.onChange(html))
  const paste = useEffectEvent((clean: Pasted) => given.onPasted(clean))
  const files = useEffectEvent((some: readonly File[], at: number) => given.onFiles(some, at))
  const tools = useEffectEvent(() => given.onTools())
  const begin = useEffectEvent((element: HTMLElement) =>
    makeEditor(element, { ...given, onPasted: paste, onFiles: files, onTools: tools }),
  )
  useEffect(() => {
    const made = begin(place.current!)
    made.on('update', () => change(articleHtml(made.state.doc)))
    setEditor(made)
    return () => made.destroy()
  }, [])
  return { place, editor }
}

/** Renders the component again after each transaction of the editor. */
export const useEditorChanges = (editor: Editor): void => {
  useSyncExternalStore(
    (changed) => {
      editor.on('transaction', changed)
      return () => void editor.off('transaction', changed)
    },
    () => editor.state,
  )
}
