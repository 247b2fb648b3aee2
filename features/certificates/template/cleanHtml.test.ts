import { describe, expect, test } from 'vitest'
import { convertHtml } from './convertHtml.rules.ts'
import { cleanHtml } from './cleanHtml.rules.ts'

describe("an organiser's template is made harmless", () => {
  const hostile: [string, string][] = [
    ['a script', '<div>a<script>steal()</script></div>'],
    ['a handler', '<img src="%bg%" onerror="steal()">'],
    ['a handler in odd case', '<div oNcLiCk=steal()>a</div>'],
    ['a javascript address', '<a href="javascript:steal()">a</a>'],
    ['a frame', '<iframe src="https://evil.example/"></iframe>'],
    ['an object', '<object data="https://evil.example/"></object>'],
    [
      'foreign content',
      '<svg><image href="https://evil.example/a.png"/><foreignObject><script>steal()</script></foreignObject></svg>',
    ],
    [
      'MathML with a style',
      '<math><mtext><table><mglyph><style><img src=https://evil.example onerror=steal()></style></mglyph></table></mtext></math>',
    ],
    ['a picture from outside', '<img src="https://evil.example/a.png">'],
    ['a picture without scheme', '<img src="//evil.example/a.png">'],
    ['a picture through srcset', '<img src="%bg%" srcset="https://evil.example/a.png 2x">'],
    ['a background in a style', '<div style="background:url(https://evil.example/a.png)">a</div>'],
    ['a background spelt with escapes', '<div style="background:u\\72l(https://evil.example/a.png)">a</div>'],
    ['a background in quotes', '<div style="background-image:url(\'//evil.example/a.png\')">a</div>'],
    ['an image-set', '<div style="background:image-set(\'https://evil.example/a.png\' 1x)">a</div>'],
    ['a variable', '<div style="--x:url(https://evil.example/);background:var(--x)">a</div>'],
    ['a list mark', '<ul style="list-style-image:url(https://evil.example/a.png)"><li>a</li></ul>'],
    ['generated content', '<style>p::after{content:url(https://evil.example/a.png)}</style><p>a</p>'],
    ['an import', '<style>@import url(https://evil.example/a.css);p{color:red}</style><p>a</p>'],
    ['an import without url()', '<style>@import "https://evil.example/a.css";p{color:red}</style><p>a</p>'],
    ['a font', '<style>@font-face{font-family:x;src:url(https://evil.example/a.woff)}</style><p>a</p>'],
    ['a sheet that closes itself', '<style>p{color:red}</style/><img src=x onerror=steal()></style>'],
    ['a behaviour', '<div style="behavior:url(#default#time2);width:expression(steal())">a</div>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
    ['a link element', '<link rel="stylesheet" href="https://evil.example/a.css">'],
    ['a form', '<form action="https://evil.example/"><input name="a"></form>'],
    ['the old background attribute', '<table background="https://evil.example/a.png"><tr><td>a</td></tr></table>'],
    ['a comment that hides a tag', '<!--><img src=x onerror=steal()>-->'],
  ]
  test.each(hostile)('%s', (_, html) => {
    const once = cleanHtml(html)
    expect(once.html).not.toMatch(/evil|steal|script|expression|@import|<svg|<math|<iframe|<form|<link|<meta|onerror/i)
    expect(cleanHtml(once.html).html).toBe(once.html)
  })
  test('the answer names the removed parts', () => {
    expect(
      cleanHtml(
        '<script>x</script><img src="https://old.example/a.png"><p style="background:url(https://old.example/b.png)">a</p>',
      ).removed,
    ).toEqual(
      expect.arrayContaining(['<script>', 'https://old.example/a.png', 'background:url(https://old.example/b.png)']),
    )
  })
  test('our pictures, placeholders and ordinary styles stay', () => {
    const html =
      '<div style="background:url(%bg%) 0 0/100% 100% no-repeat;transform:rotate(-6deg);clip-path:polygon(50% 0,100% 25%)"><img src="/files/226/0a1b.png"><img src="%qr%"><font color="#800" size="7">%姓名%</font></div>'
    const { html: clean, removed } = cleanHtml(html)
    expect(removed).toEqual([])
    expect(clean).toContain('url(%bg%)')
    expect(clean).toContain('rotate(-6deg)')
    expect(clean).toContain('/files/226/0a1b.png')
    expect(clean).toContain('%姓名%')
  })
})

describe('HTML that boxes can express becomes boxes', () => {
  const page = (inside: string) =>
    `<div style="position:relative;width:900px;height:1200px;font-family:sans-serif;color:#333">${inside}</div>`
  test('a text, a code, an area and a picture', () => {
    const done = convertHtml(
      page(
        '<img src="%bg%" style="position:absolute;left:0;top:0;width:900px;height:1200px"><div style="position:absolute;left:10px;top:20px;width:300px;font-size:20px;line-height:1.5;text-align:center;color:red">%姓名%</div><img src="%qr%" style="position:absolute;left:1px;top:2px;width:100px;height:100px"><div style="position:absolute;left:0;top:0;width:9px;height:8px;background-color:rgba(0,0,0,.5)"></div>',
      ),
    )
    expect(done).toMatchObject({
      converted: {
        width: 900,
        height: 1200,
        background: true,
        boxes: [
          {
            kind: 'text',
            x: 10,
            y: 20,
            width: 300,
            text: '%姓名%',
            size: 20,
            line: 30,
            align: 'center',
            colour: '#ff0000',
            fit: 'wrap',
          },
          { kind: 'qr', x: 1, y: 2, size: 100 },
          { kind: 'rect', width: 9, height: 8, colour: '#00000080' },
        ],
      },
    })
  })
  test.each([
    ['a table', '<table style="position:absolute;left:0;top:0"><tr><td>a</td></tr></table>'],
    ['a text in the flow', '<div style="font-size:20px">a</div>'],
    ['a text in pieces', '<div style="position:absolute;left:0;top:0;font-size:20px">a <b>b</b></div>'],
    ['a transform', '<div style="position:absolute;left:0;top:0;font-size:20px;transform:rotate(3deg)">a</div>'],
    ['a margin', '<div style="position:absolute;left:0;top:0;font-size:20px;margin:4px">a</div>'],
    [
      'a gradient',
      '<div style="position:absolute;left:0;top:0;width:9px;height:9px;background:linear-gradient(red,blue)"></div>',
    ],
  ])('%s stays HTML', (_, inside) => {
    expect(convertHtml(page(inside))).toHaveProperty('inexpressible')
  })
})
