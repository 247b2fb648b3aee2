import { getSchema } from '@tiptap/core'
import { articleExtensions } from '#features/notices/console/editor/extensions.ts'
import { harmless } from '#features/notices/console/editor/inert.ts'
import { pasted } from '#features/notices/console/editor/paste.ts'
import { articleHtml, openArticle } from '#features/notices/console/editor/roundTrip.ts'
import { DOMParser as PmParser } from '@tiptap/pm/model'

/** The editor's own parts, for a page that has no editor on it. */
const parts = {
  /** Opens a text in the editor and writes it back. `raw` holds the blocks that stayed HTML. */
  roundTrip: (html: string): { html: string; raw: string[] } => {
    const doc = openArticle(html, getSchema(articleExtensions('HTML')))
    const raw: string[] = []
    doc.descendants((node) => void (node.type.name === 'rawHtml' && raw.push(String(node.attrs.html))))
    return { html: articleHtml(doc), raw }
  },
  /** Returns the text after a paste, and the numbers of pictures and films that the paste left out. */
  paste: (html: string): { html: string; pictures: number; films: number } => {
    const { html: clean, ...left } = pasted(html, 'https://race.example')
    const body = new DOMParser().parseFromString(clean, 'text/html').body
    const doc = PmParser.fromSchema(getSchema(articleExtensions('HTML'))).parse(body)
    return { html: articleHtml(doc), ...left }
  },
  harmless,
}
export type EditorParts = typeof parts
Object.assign(globalThis, { editorParts: parts })
