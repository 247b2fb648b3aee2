import { Node, mergeAttributes } from '@tiptap/core'
import { harmless, isFilmAddress } from './inert.ts'

/** Widths that a picture may have, in parts of the text's width. */
export const pictureShares = ['25%', '50%', '75%', '100%'] as const

export const PictureBlock = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
    share: {
      default: null,
      parseHTML: (element) => /^[\d.]+%$/.exec(element.style.width)?.[0] ?? null,
      renderHTML: ({ share }) => (share ? { style: `width:${String(share)}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

export const FilmBlock = Node.create({
  name: 'film',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: (element) => element.getAttribute('src') },
    poster: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [
    { tag: 'video[src]', getAttrs: (element) => isFilmAddress(element.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes({ controls: '', preload: 'metadata' }, HTMLAttributes)],
})

/** A block of HTML that would look different as text of the editor. Staff may edit its HTML or turn it into text. */
export const RawHtml = Node.create<{ label: string }>({
  name: 'rawHtml',
  group: 'raw',
  atom: true,
  draggable: true,
  selectable: true,
  addOptions: () => ({ label: 'HTML' }),
  addAttributes: () => ({
    html: { default: '', parseHTML: (element) => harmless(element.getAttribute('data-raw') ?? '') },
  }),
  parseHTML: () => [{ tag: 'div[data-raw]', priority: 100 }],
  renderHTML: ({ node }) => ['div', { 'data-raw': String(node.attrs.html) }],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div')
      dom.className = 'raw-html'
      dom.contentEditable = 'false'
      const label = document.createElement('p')
      label.className = 'raw-html-label'
      label.textContent = this.options.label
      const shown = document.createElement('div')
      shown.innerHTML = harmless(String(node.attrs.html))
      for (const control of shown.querySelectorAll<HTMLElement>('a, video')) control.tabIndex = -1
      dom.append(label, shown)
      return { dom, ignoreMutation: () => true }
    }
  },
})
