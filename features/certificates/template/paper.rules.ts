/** Where the server has an empty page in which a device lays out a certificate of HTML. */
export const PAPER_PAGE = '/certificate/paper'
/** Nothing runs in it and nothing leaves it, whatever stands in the template. */
export const PAPER_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
/** The face of a text for which its template names none. */
export const FIRST_FACE = 'sans-serif'

export const emptyPaper = (head = ''): string =>
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="paper">' +
  `<title>Certificate</title>${head}</head><body lang="zh-CN"></body></html>`
