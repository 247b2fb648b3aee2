/**
 * HTML that an organiser's text may hold. The server sanitises by these lists, and the editor shows nothing else.
 */

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%/]+\)$/i, /^hsla?\([\d\s.,%/deg]+\)$/i, /^[a-z]+$/i]
const length = [/^-?[\d.]+(px|em|rem|%|pt)?$/, /^auto$/]
/** The allowed value of a border: a width, a style and a colour, but no address. */
const border = [/^(?!.*url)[\w\s#.,()%]+$/i]
const lengths = [/^(-?[\d.]+(px|em|rem|%|pt)?|auto)(\s+(-?[\d.]+(px|em|rem|%|pt)?|auto)){0,3}$/]

const tagsByUse = {
  blocks: 'h1 h2 h3 h4 h5 h6 p div section article header footer blockquote pre hr br',
  lists: 'ul ol li dl dt dd',
  words: 'a b strong i em u s del ins sub sup small mark code span font center ruby rt time',
  tables: 'table caption colgroup col thead tbody tfoot tr th td',
  pictures: 'figure figcaption img video source',
}
export const noticeTags = Object.values(tagsByUse).flatMap((some) => some.split(' '))
export const attributes: Readonly<Record<string, string[]>> = {
  '*': ['style', 'title', 'lang', 'dir', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  video: ['src', 'poster', 'controls', 'width', 'height', 'preload'],
  source: ['src', 'type'],
  font: ['color', 'size', 'face'],
  td: ['colspan', 'rowspan', 'align', 'valign'],
  th: ['colspan', 'rowspan', 'scope', 'align', 'valign'],
  col: ['span', 'width'],
  table: ['width', 'border', 'cellpadding', 'cellspacing'],
  time: ['datetime'],
  ol: ['start', 'type'],
}
/** The style properties that a notice may set, with the patterns that allow their values. */
export const styles: Readonly<Record<string, RegExp[]>> = {
  color: colour,
  'background-color': colour,
  background: colour,
  'text-align': [/^(left|right|center|justify|start|end)$/],
  'text-indent': length,
  'text-decoration': [/^[a-z\s-]+$/i],
  'font-size': length,
  'font-weight': [/^(normal|bold|bolder|lighter|[1-9]00)$/],
  'font-style': [/^(normal|italic|oblique)$/],
  'font-family': [/^[\w\s,'"\-\u4e00-\u9fff]+$/],
  'line-height': [/^(normal|[\d.]+(px|em|rem|%)?)$/],
  'letter-spacing': length,
  margin: lengths,
  'margin-left': length,
  'margin-right': length,
  'margin-top': length,
  'margin-bottom': length,
  padding: lengths,
  'padding-left': length,
  'padding-right': length,
  'padding-top': length,
  'padding-bottom': length,
  border,
  'border-top': border,
  'border-right': border,
  'border-bottom': border,
  'border-left': border,
  'border-color': border,
  'border-radius': lengths,
  'border-collapse': [/^(collapse|separate)$/],
  width: length,
  'max-width': length,
  'min-width': length,
  height: length,
  'max-height': length,
  display: [/^(block|inline|inline-block|flex|table|table-cell|none)$/],
  'justify-content': [/^[a-z-]+$/],
  'align-items': [/^[a-z-]+$/],
  float: [/^(left|right|none)$/],
  clear: [/^(left|right|both)$/],
  overflow: [/^(hidden|auto)$/],
  'overflow-x': [/^(hidden|auto)$/],
  opacity: [/^[\d.]+$/],
  'word-break': [/^[a-z-]+$/],
  'box-sizing': [/^(border|content)-box$/],
  'vertical-align': [/^[a-z-]+$/],
  'white-space': [/^[a-z-]+$/],
  'list-style-type': [/^[a-z-]+$/],
}

export const linkSchemes = ['https', 'http', 'mailto', 'tel']
/** The schemes of addresses from which pictures and films may come. Pictures and films may also be our own files. */
export const pictureSchemes = ['https', 'data']
export const filmSchemes = ['https']
