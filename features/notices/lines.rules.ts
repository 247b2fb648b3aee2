/** Tags that break a line. An author who used one of them has laid out the text. */
const blocks =
  /<\/?(?:p|div|section|article|header|footer|h[1-6]|ul|ol|li|dl|table|blockquote|pre|hr|br|figure|center)\b/i

/**
 * Keeps the lines of a text without any tag of a block. An empty line begins a paragraph, and another line end begins a
 * line. HTML with such a tag stays unchanged.
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
