/** A list item of Word: a paragraph whose style names its list and its level, and whose text contains its marker. */
type Item = { paragraph: Element; level: number; ordered: boolean; start: number; list: string }

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

const numbered = /^[(（]?(\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)[.)、）．]/i

const itemOf = (paragraph: Element): Item | undefined => {
  const found = /mso-list:\s*(l\d+)\s+level(\d+)\s+(lfo\d+)/i.exec(styleOf(paragraph))
  if (!found) return undefined
  const marker = [...paragraph.querySelectorAll('*')].find((one) => /mso-list:\s*ignore/i.test(styleOf(one)))
  const said = (marker?.textContent ?? '').trim()
  return {
    paragraph,
    level: Number(found[2]),
    ordered: numbered.test(said),
    start: Number(/^\d+/.exec(said)?.[0] ?? 1),
    list: `${found[1]} ${found[3]}`,
  }
}

const listFor = (item: Item): Element => {
  const list = item.paragraph.ownerDocument.createElement(item.ordered ? 'ol' : 'ul')
  if (item.ordered && item.start !== 1) list.setAttribute('start', String(item.start))
  return list
}

/** Turns the paragraphs that Word calls list items into lists, nested as their levels say. */
export const makeWordLists = (root: Element): void => {
  let open: { list: Element; level: number }[] = []
  let name = ''
  let last: Element | undefined
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const item = itemOf(paragraph)
    if (!item) continue
    const goesOn = name === item.list && last !== undefined && last.nextElementSibling === paragraph
    if (!goesOn) open = []
    while (open.length > 0 && open.at(-1)!.level > item.level) open.pop()
    let top = open.at(-1)
    if (!top || top.level < item.level) {
      const list = listFor(item)
      const inside = top?.list.lastElementChild
      if (inside) inside.append(list)
      else paragraph.before(list)
      top = { list, level: item.level }
      open.push(top)
    }
    const entry = paragraph.ownerDocument.createElement('li')
    for (const one of paragraph.querySelectorAll('*')) if (/mso-list:\s*ignore/i.test(styleOf(one))) one.remove()
    entry.append(...paragraph.childNodes)
    top.list.append(entry)
    paragraph.remove()
    name = item.list
    last = open[0]!.list
  }
}
