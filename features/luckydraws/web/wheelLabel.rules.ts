const wide = /[\u2E80-\uFFEF]/u
/** Estimates the width of a text, in widths of a Latin letter. */
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (wide.test(one) ? 1.8 : 1), 0)
/** Cuts a text to a width. An ellipsis stands for the part that is cut. */
const cutTo = (text: string, most: number): string => {
  let cut = text
  while (cut !== '' && widthOf(`${cut}…`) > most) cut = [...cut].slice(0, -1).join('')
  return `${cut.trimEnd()}…`
}

/**
 * Breaks the label of a field into lines of the given widths, in widths of a Latin letter. Latin text breaks between
 * words, Chinese text between characters. The last line ends with an ellipsis if the label does not fit.
 */
export const labelLines = (label: string, widths: readonly number[]): string[] => {
  const parts = label.match(/[\u2E80-\uFFEF]|[^\s\u2E80-\uFFEF]+\s*/gu) ?? []
  const lines: string[] = ['']
  for (const part of parts) {
    const line = lines.at(-1)!
    const most = widths[lines.length - 1] ?? 0
    if (line !== '' && widthOf((line + part).trimEnd()) > most) lines.push(part)
    else lines[lines.length - 1] = line + part
  }
  const shown = lines.slice(0, widths.length).map((line) => line.trimEnd())
  const last = shown.length - 1
  if (lines.length > widths.length) shown[last] = cutTo(`${shown[last]} `, widths[last]!)
  return shown.map((line, at) => (widthOf(line) > widths[at]! ? cutTo(line, widths[at]!) : line))
}
