import { type AnyExtension, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { Color, TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { FilmBlock, PictureBlock, RawHtml } from './blocks.ts'
import { isLinkAddress } from './inert.ts'

/** A block of HTML is at the top of the document and never inside another block. */
const Article = Node.create({ name: 'doc', topNode: true, content: '(block | raw)+' })

/** A table whose columns have no set width. It is as wide as its words, and scrolls on a phone. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
})

/** Returns everything that an article may hold. */
export const articleExtensions = (rawLabel: string): AnyExtension[] => [
  Article,
  StarterKit.configure({
    document: false,
    code: false,
    codeBlock: false,
    // The editor adds no line of its own at the end, because the server would save it as an empty line.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => isLinkAddress(address),
    },
  }),
  TextStyle,
  Color,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  PictureBlock,
  FilmBlock,
  RawHtml.configure({ label: rawLabel }),
]
