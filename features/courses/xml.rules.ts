/**
 * A strict reader of XML, just enough for GPX: elements, attributes, text, CDATA, comments. It refuses a document type
 * and therefore every entity except XML's own five. The document can then load nothing and cannot grow.
 */
export type XmlReader = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close: (name: string, text: string) => void
}
export class NotXml extends Error {}

const deepest = 64
const longestText = 100_000
/** The longest tag with its attributes, in characters. */
const longestTag = 100_000
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^;&\s]{0,12});|&/g, (_whole, name: string | undefined) => {
        const code = name === undefined ? undefined : /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
        const point = code ? Number.parseInt(code[1] ?? code[2]!, code[1] === undefined ? 10 : 16) : undefined
        if (point !== undefined && point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff))
          return String.fromCodePoint(point)
        const said = name === undefined ? undefined : Object.hasOwn(entities, name) ? entities[name] : undefined
        if (said === undefined) throw new NotXml("an entity that is not XML's own")
        return said
      })
    : text

const nameShape = /^[A-Za-z_\u0080-\uffff][\w.:\-\u0080-\uffff]*$/
const attributeShape = /\s+([A-Za-z_\u0080-\uffff][\w.:\-\u0080-\uffff]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const attributesOf = (text: string): Record<string, string> => {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  attributeShape.lastIndex = 0
  let at = 0
  for (let match = attributeShape.exec(text); match; match = attributeShape.exec(text)) {
    if (match[1]! in found) throw new NotXml('an attribute twice')
    found[match[1]!] = decoded(match[2] ?? match[3] ?? '')
    at = attributeShape.lastIndex
  }
  if (text.slice(at).trim() !== '') throw new NotXml('broken attributes')
  return found
}

/** Finds the end of a tag: the next `>` outside quotes. */
const endOfTag = (xml: string, from: number): number => {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const char = xml[at]!
    if (quote) {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  throw new NotXml('a tag without end')
}
const after = (xml: string, end: string, from: number): number => {
  const at = xml.indexOf(end, from)
  if (at < 0) throw new NotXml(`no ${end}`)
  return at
}

/** Reads a whole document, or throws `NotXml`. Names keep their prefix. `text` is the text of the element itself. */
export const readXml = (xml: string, reader: XmlReader): void => {
  const stack: { name: string; text: string }[] = []
  let roots = 0
  const say = (text: string) => {
    const top = stack.at(-1)
    if (!top) {
      if (text.trim() !== '') throw new NotXml('text outside the document')
    } else if (top.text.length + text.length <= longestText) top.text += text
  }
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    if (tag !== at) say(decoded(xml.slice(at, tag < 0 ? undefined : tag)))
    if (tag < 0) break
    if (xml.startsWith('<!--', tag)) at = after(xml, '-->', tag + 4) + 3
    else if (xml.startsWith('<![CDATA[', tag)) {
      const end = after(xml, ']]>', tag + 9)
      say(xml.slice(tag + 9, end))
      at = end + 3
    } else if (xml.startsWith('<?', tag)) at = after(xml, '?>', tag + 2) + 2
    else if (xml.startsWith('<!', tag)) throw new NotXml('a document type')
    else if (xml.startsWith('</', tag)) {
      const end = endOfTag(xml, tag)
      const name = xml.slice(tag + 2, end).trim()
      const top = stack.pop()
      if (top?.name !== name) throw new NotXml(`</${name}> closes nothing`)
      reader.close(name, top.text)
      at = end + 1
    } else {
      const end = endOfTag(xml, tag)
      const empty = xml[end - 1] === '/'
      const inside = xml.slice(tag + 1, empty ? end - 1 : end)
      if (inside.length > longestTag) throw new NotXml('a tag that is too long')
      const space = inside.search(/\s/)
      const name = space < 0 ? inside : inside.slice(0, space)
      if (!nameShape.test(name)) throw new NotXml('a broken name')
      if (stack.length === 0 && roots++ > 0) throw new NotXml('two documents')
      if (stack.length >= deepest) throw new NotXml('nested too deep')
      reader.open(name, space < 0 ? {} : attributesOf(inside.slice(space)))
      if (empty) reader.close(name, '')
      else stack.push({ name, text: '' })
      at = end + 1
    }
  }
  if (stack.length > 0 || roots === 0) throw new NotXml('no end')
}
