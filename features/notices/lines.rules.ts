/** Tags that break a line. An author who used such a tag has laid out the text. */
const blocks =
  /<\/?(?:p|div|section|article|header|footer|h[1-6]|ul|ol|li|dl|table|blockquote|pre|hr|br|figure|center)\b/i

/**
 * Turns the line ends of a text into HTML. An empty line begins a paragraph, and any other line end begins a line. A
 * text with a tag of `blocks` stays unchanged.
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
