/** The address of an empty page of the server. A device lays out HTML certificates in this page. */
export const PAPER_PAGE = '/certificate/paper'
/** The policy of the empty page. The page runs no script and sends nothing out, for any template. */
export const PAPER_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
/** The font of a text if the template names no font. */
export const FIRST_FACE = 'sans-serif'

export const emptyPaper = (head = ''): string =>
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="paper">' +
  `<title>Certificate</title>${head}</head><body lang="zh-CN"></body></html>`
