/** Tags that break a line by themselves: a text with one of them was laid out by its author. */
const blocks =
  /<\/?(?:p|div|section|article|header|footer|h[1-6]|ul|ol|li|dl|table|blockquote|pre|hr|br|figure|center)\b/i

/**
 * A text that was typed without any tag of a block keeps its lines: an empty line begins a paragraph, any other a line.
 * HTML that lays itself out stays as it is, character by character.
 */
export const withLines = (html: string): string =>
  blocks.test(html) || !/\n/.test(html.trim())
    ? html
    : html
        .replaceAll('\r\n', '\n')
        .trim()
        .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
        .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
        .join('')
