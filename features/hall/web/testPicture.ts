import { escapedHtml } from '#contract/written.ts'

const bars = ['#ffffff', '#ffe600', '#00d5ff', '#00c853', '#e400e4', '#ff1744', '#1a44ff', '#000000']
const greys = Array.from({ length: 11 }, (_, n) => `hsl(0 0% ${n * 10}%)`)

/**
 * Draws the test picture as SVG: a line along each edge, a circle that shows wrong proportions, colours, greys, and the
 * lines of text.
 */
export const testPicture = (width: number, height: number, lines: readonly string[]): string => {
  const unit = Math.min(width, height) / 100
  const strip = (colours: readonly string[], y: number) =>
    colours
      .map(
        (colour, n) =>
          `<rect x="${(width / colours.length) * n}" y="${y}" width="${width / colours.length + 1}" height="${unit * 14}" fill="${colour}"/>`,
      )
      .join('')
  const texts = lines.map(
    (line, n) =>
      `<text x="${width / 2}" y="${height / 2 + unit * (n * 9 - 6)}" font-size="${unit * (n === 0 ? 8 : 5)}" font-weight="${n === 0 ? 700 : 400}" text-anchor="middle" fill="#111" font-family="sans-serif">${escapedHtml(line.slice(0, 80))}</text>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>${strip(bars, unit * 3)}${strip(greys, height - unit * 17)}` +
    `<circle cx="${width / 2}" cy="${height / 2}" r="${unit * 30}" fill="none" stroke="#bbb" stroke-width="${unit / 3}"/>` +
    `${texts.join('')}<rect x="${unit / 2}" y="${unit / 2}" width="${width - unit}" height="${height - unit}" fill="none" stroke="#e00000" stroke-width="${unit}"/></svg>`
  )
}
