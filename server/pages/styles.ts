import { type CssNode, generate, parse } from 'css-tree'

/**
 * A rule with the rules around it and the classes that it names. `property` is set for a definition that other rules
 * use by its name.
 */
type Piece = { wrap: readonly string[]; text: string; needs: readonly string[][]; property?: string }

const classesOf = (selector: CssNode): string[] => {
  const found: string[] = []
  const visit = (node: CssNode): void => {
    if (node.type === 'ClassSelector') found.push(node.name.replaceAll('\\', ''))
    if ('children' in node && node.children) node.children.forEach(visit)
  }
  visit(selector)
  return found
}

/** Returns the values of the theme, the definitions, and every rule that names a class, with the rules around each. */
export const stylePieces = (css: string): Piece[] => {
  const pieces: Piece[] = []
  const visit = (node: CssNode, wrap: readonly string[]): void => {
    if (node.type === 'StyleSheet') node.children.forEach((child) => visit(child, wrap))
    else if (node.type === 'Atrule' && node.block && /^(layer|media|supports|container)$/.test(node.name)) {
      const around = `@${node.name}${node.prelude ? ` ${generate(node.prelude)}` : ''}`
      node.block.children.forEach((child) => visit(child, [...wrap, around]))
    } else if (node.type === 'Atrule' && /^(property|keyframes)$/.test(node.name))
      pieces.push({ wrap, text: generate(node), needs: [], property: node.prelude ? generate(node.prelude) : '' })
    else if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      const needs = node.prelude.children.map(classesOf).toArray()
      const isTheme = /^:root\b/.test(generate(node.prelude))
      if (isTheme) pieces.push({ wrap, text: generate(node), needs: [[]] })
      else if (needs.some((classes) => classes.length > 0)) pieces.push({ wrap, text: generate(node), needs })
    }
  }
  visit(parse(css), [])
  return pieces
}

/** Returns the rules of a style sheet that a drawn page uses, in their order. */
export const rulesUsedIn = (html: string, pieces: readonly Piece[]): string => {
  const worn = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) =>
      names!.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
    ),
  )
  let css = ''
  let open: readonly string[] = []
  for (const { wrap, text, needs, property } of pieces) {
    if (
      property === undefined
        ? !needs.some((classes) => classes.every((name) => worn.has(name)))
        : !css.includes(property)
    )
      continue
    let same = 0
    while (same < open.length && open[same] === wrap[same]) same++
    css += '}'.repeat(open.length - same)
    for (const around of wrap.slice(same)) css += `${around}{`
    css += text
    open = wrap
  }
  return css + '}'.repeat(open.length)
}
