/** CSS properties that take a picture or an address. */
const properties = [
  'background',
  'background-image',
  'border-image',
  'border-image-source',
  'list-style',
  'list-style-image',
  'content',
  'cursor',
  'filter',
  'backdrop-filter',
  'clip-path',
  'mask',
  'mask-image',
  'mask-border',
  'mask-border-source',
  '-webkit-mask',
  '-webkit-mask-image',
  '-webkit-mask-box-image',
  '-webkit-mask-box-image-source',
  '-webkit-border-image',
  '-webkit-box-reflect',
  'shape-outside',
  'offset-path',
  'fill',
  'stroke',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
  'behavior',
  '-moz-binding',
  'src',
  'symbols',
]
/** Returns forms in which a value can name an address. */
const values = (at: string) => [
  `url(${at}/u)`,
  `url("${at}/uq")`,
  `url('${at}/us')`,
  `URL(${at}/uc)`,
  `u\\72l(${at}/ue)`,
  `u\\000072 l(${at}/uw)`,
  `url( "${at}/usp" )`,
  `url(${at.replace('http:', '')}/ur)`,
  `src("${at}/src")`,
  `image("${at}/i")`,
  `image-set("${at}/is" 1x)`,
  `image-set(url(${at}/isu) 1x, url(${at}/isv) 2x)`,
  `-webkit-image-set(url(${at}/wis) 1x)`,
  `cross-fade(url(${at}/cf), url(${at}/cg), 50%)`,
  `-webkit-cross-fade(url(${at}/wcf), url(${at}/wcg), .5)`,
  `paint(a, url(${at}/p))`,
  `/**/url(/**/${at}/c)`,
  `url(${at}/a),url(%bg%)`,
  `url(%bg%) url(${at}/b)`,
  `url(data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><image href='${at}/svg'/></svg>)`,
]
const sheets = (at: string) => [
  `@import url(${at}/im);`,
  `@import "${at}/imq";`,
  `@IMPORT '${at}/ims' screen;`,
  `@im\\70ort "${at}/ime";`,
  `@import url(${at}/iml) layer(a) supports(display:grid);`,
  `@import url("${at}/imn`,
  `@font-face{font-family:x;src:url(${at}/ff)}p{font-family:x}`,
  `@namespace url(${at}/ns);`,
  `@counter-style a{system:cyclic;symbols:url(${at}/cs)}ul{list-style:a}`,
  `@property --x{syntax:"<image>";inherits:false;initial-value:url(${at}/pr)}p{background:var(--x)}`,
  `@media screen{p{background:url(${at}/me)}}`,
  `@supports (display:grid){p{background:url(${at}/su)}}`,
  `@layer a{p{background:url(${at}/la)}}`,
  `@container (min-width:0){p{background:url(${at}/co)}}`,
  `p{&{background:url(${at}/ne)}}`,
  `p{color:red;}}}p{background:url(${at}/br)}`,
  `@charset "x";p::before{content:url(${at}/be)}`,
  `:root{--a:url(${at}/va)}p{background:var(--a)}`,
  `p{background:var(--none,url(${at}/fb))}`,
  `@keyframes k{to{background:url(${at}/kf)}}p{animation:k 1s}`,
  `</style><img src="${at}/cl.png"><style>`,
  `/*</style><img src="${at}/cm.png">*/`,
  `<!--p{background:url(${at}/cd)}-->`,
  `@document url(${at}/do){p{color:red}}`,
  `@font-feature-values x{}`,
  `@page{background:url(${at}/pa)}`,
  `@view-transition{navigation:auto}p{background:url(${at}/vt)}`,
]

/**
 * Makes templates that try to reach an address by CSS. The templates have each property with every kind of value, in an
 * attribute and in a style sheet. Further templates hide the address in other parts of a style sheet.
 */
export const hostileStyles = (at: string): string[] => {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inline = properties.map((property) =>
    values(`${at}/${property}`)
      .map(
        (value) =>
          `<p style="${attribute(`${property}:${value}`)}">a<i style="${attribute(`${property}:${value} !important`)}">b</i></p>`,
      )
      .join(''),
  )
  const inSheets = properties.map(
    (property) =>
      `<style>${values(`${at}/s-${property}`)
        .map((value, n) => `.c${n},.c${n}::before,li::marker{${property}:${value}}`)
        .join('')}</style><ul>${values('')
        .map((_, n) => `<li class="c${n}">a</li>`)
        .join('')}</ul>`,
  )
  return [
    ...inline,
    ...inSheets,
    ...sheets(`${at}/sheet`).map((sheet) => `<style>${sheet}</style><p>a</p><ul><li>b</li></ul>`),
  ]
}
