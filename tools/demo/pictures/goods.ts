type Colours = { ground: readonly [string, string]; main: string; shade: string; light: string }

const frame = ({ ground: [from, to] }: Colours, inside: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 480 480">
  <defs>
    <linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <radialGradient id="s" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="480" height="480" fill="url(#g)"/>
  <circle cx="240" cy="212" r="190" fill="#fff" opacity=".22"/>
  <ellipse cx="240" cy="420" rx="150" ry="22" fill="url(#s)"/>
  ${inside}
</svg>`
/** Draws a line of hills and a river, the emblem of the race on its goods. */
const mark = (x: number, y: number, scale: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path d="M-44 8 -16-26 2-6 22-34 46 8"/><path d="M-44 24q22-12 44 0t46 0"/></g>`

const drawings = {
  shirt: ({ main, shade, light }: Colours) =>
    `<path d="M168 96 92 136l-34 92 58 24 22-44v190q102 22 204 0V208l22 44 58-24-34-92-76-40q-16 44-72 44t-72-44z" fill="${main}"/>
     <path d="M168 96q16 44 72 44t72-44l14 7q-20 57-86 57t-86-57z" fill="${shade}"/>
     <path d="M138 208v190q20 5 42 7V176zM342 208v190q-20 5-42 7V176z" fill="${shade}" opacity=".35"/>${mark(240, 236, 1.3, light)}
     <text x="240" y="318" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="34" fill="${light}">42.195</text>`,
  medal: ({ main, shade, light }: Colours) =>
    `<path d="M150 40h70l34 180h-54zM330 40h-70l-34 180h54z" fill="${shade}"/><path d="M172 40h22l34 180h-18zM308 40h-22l-34 180h18z" fill="${light}" opacity=".7"/>
     <circle cx="240" cy="300" r="112" fill="${main}"/><circle cx="240" cy="300" r="92" fill="none" stroke="${light}" stroke-width="6"/>${mark(240, 286, 1.4, light)}
     <text x="240" y="362" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="30" fill="${light}">FINISHER</text>`,
  cap: ({ main, shade, light }: Colours) =>
    `<path d="M96 282q0-150 146-150 140 0 142 150z" fill="${main}"/><path d="M242 132q64 46 66 150h76q-2-150-142-150z" fill="${shade}" opacity=".4"/>
     <path d="M84 282h300q70 18 76 60-90-26-190-22-110 2-186-38z" fill="${shade}"/><circle cx="242" cy="130" r="10" fill="${shade}"/>${mark(210, 224, 1.2, light)}`,
  towel: ({ main, shade, light }: Colours) =>
    `<rect x="110" y="92" width="260" height="310" rx="26" fill="${main}"/><path d="M110 128q0-36 36-36h188q36 0 36 36v28H110z" fill="${shade}"/>
     <path d="M110 334h260v22H110zM110 366h260v10H110z" fill="${light}" opacity=".75"/>${mark(240, 244, 1.7, light)}`,
  bottle: ({ main, shade, light }: Colours) =>
    `<rect x="198" y="58" width="84" height="52" rx="12" fill="${shade}"/><path d="M184 110h112l24 52v222q0 30-30 30H190q-30 0-30-30V162z" fill="${main}"/>
     <path d="M184 110h30l-18 52v252h-6q-30 0-30-30V162z" fill="${light}" opacity=".3"/><rect x="160" y="226" width="160" height="110" fill="${shade}"/>${mark(240, 276, 1.1, light)}`,
  socks: ({ main, shade, light }: Colours) =>
    `<g id="sock"><path d="M120 82h92v176q0 20 16 34l44 40q26 30-4 62-30 26-64 2l-66-56q-18-16-18-44z" fill="${main}"/><path d="M120 82h92v40h-92z" fill="${shade}"/><path d="M120 136h92v14h-92z" fill="${light}"/></g>
     <g transform="translate(118 6)"><path d="M120 82h92v176q0 20 16 34l44 40q26 30-4 62-30 26-64 2l-66-56q-18-16-18-44z" fill="${shade}"/><path d="M120 82h92v40h-92z" fill="${main}"/><path d="M120 136h92v14h-92z" fill="${light}"/></g>`,
}
export type GoodsDrawing = keyof typeof drawings

const palettes: readonly Colours[] = [
  { ground: ['#e9f5ee', '#bfe3cd'], main: '#0b8f4d', shade: '#066a38', light: '#f4fff8' },
  { ground: ['#eaf0fb', '#c4d4f2'], main: '#2456b8', shade: '#173d87', light: '#f3f7ff' },
  { ground: ['#fdf1e4', '#f5d3aa'], main: '#d9771c', shade: '#a8560c', light: '#fff8ee' },
  { ground: ['#f1eef6', '#d3c9e4'], main: '#37304f', shade: '#221d33', light: '#ffd66b' },
]
/** Draws a thing of the shop in one of four colours, as an SVG of 960 × 960. */
export const goodsSvg = (drawing: GoodsDrawing, colour: number): string => {
  const colours = palettes[colour % palettes.length]!
  return frame(colours, drawings[drawing](colours))
}
