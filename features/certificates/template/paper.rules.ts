/** The address of the server's empty page in which a device lays out a certificate of HTML. */
export const PAPER_PAGE = '/certificate/paper'
/** The page runs no script and sends nothing out, whatever stands in the template. */
export const PAPER_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
/** The font of a text for which its template names none. */
export const FIRST_FACE = 'sans-serif'

export const emptyPaper = (head = ''): string =>
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="paper">' +
  `<title>Certificate</title>${head}</head><body lang="zh-CN"></body></html>`
