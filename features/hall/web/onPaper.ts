/** A sheet of paper in millimetres. */
type Sheet = { width: number; height: number }
const ID = 'hall-paper'

/**
 * Adds the style for one sheet of paper by script, because the page's policy forbids a new `<style>` element. The
 * returned function removes the style.
 */
const dress = ({ width, height }: Sheet): (() => void) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }
#${ID} { display: none }
@media print {
  html, body { margin: 0; padding: 0; background: #fff }
  body > *:not(#${ID}) { display: none !important }
  #${ID} { display: block; width: ${width}mm; height: ${height - 0.5}mm; overflow: hidden; break-after: avoid }
  #${ID} img { display: block; width: 100%; height: 100%; object-fit: contain }
}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet))
}

/** Lays one picture on one sheet. The returned function removes the picture again. */
export const layOutSheet = async (address: string, sheet: Sheet): Promise<() => void> => {
  const image = new Image()
  image.src = address
  image.alt = ''
  await image.decode()
  const paper = document.createElement('div')
  paper.id = ID
  paper.append(image)
  document.body.append(paper)
  const undress = dress(sheet)
  return () => {
    paper.remove()
    undress()
  }
}

/**
 * Prints one picture on one sheet. The promise resolves when the browser's print window has closed, also after a
 * cancel.
 */
export const printOn = async (address: string, sheet: Sheet): Promise<void> => {
  const takeAway = await layOutSheet(address, sheet)
  try {
    await new Promise<void>((resolve) => {
      addEventListener('afterprint', () => resolve(), { once: true })
      window.print()
    })
  } finally {
    takeAway()
  }
}
