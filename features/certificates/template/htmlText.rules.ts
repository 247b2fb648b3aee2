import { defaultTreeAdapter as tree, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { certificateFieldsIn } from '../rules.ts'
import { isMark } from './marks.rules.ts'

/** Lists the texts of a template. Values go only into these texts, never into style sheets or attributes. */
const textsIn = (node: Tree.ParentNode): string[] =>
  node.childNodes.flatMap((child) => {
    if (tree.isTextNode(child)) return [child.value]
    return tree.isElementNode(child) && child.tagName !== 'style' ? textsIn(child) : []
  })

/** Lists the fields of an HTML template: the names in its texts, and its marks anywhere in the template. */
export const fieldsOfHtml = (html: string): string[] => {
  const named = textsIn(parseFragment(html)).flatMap(certificateFieldsIn)
  return [...new Set([...named, ...certificateFieldsIn(html).filter(isMark)])]
}
