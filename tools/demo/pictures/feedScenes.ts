/** Colours of the sky, the far hills, the water and the road of each scene. */
const palettes = [
  ['#ffd9a0', '#e98a4b', '#7fb2c9', '#3d4a57'],
  ['#bfe3ff', '#6fae8c', '#5b9ad0', '#4a4f57'],
  ['#fff1c9', '#9cc26b', '#78b7d6', '#505862'],
  ['#cfe8e3', '#4f8f86', '#4d8fc0', '#3b444d'],
  ['#ffe3e0', '#d4787f', '#86a9d6', '#414a55'],
  ['#f7c7d9', '#8a5fa6', '#5d7fc4', '#333c47'],
] as const
const shirts = ['#c8102e', '#0b7a3e', '#1d4fa3', '#f2a900', '#7a2a8f', '#e8590c'] as const

const runner = (x: number, y: number, size: number, shirt: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle cy="-58" r="9" fill="#3a2a22"/>
    <path d="M-8 -46q8-6 16 0l4 24q-12 6-24 0z" fill="${shirt}"/>
    <path d="M-6 -22l-10 18 12 14M6 -22l12 10 -4 22" stroke="#2b2f36" stroke-width="7" fill="none" stroke-linecap="round"/>
    <path d="M-8 -42l-12 14 8 10M8 -42l12 8 6-12" stroke="#3a2a22" stroke-width="5" fill="none" stroke-linecap="round"/></g>`

/**
 * Draws an invented scene of the course: sky, hills, water, a road with runners. The same `at` gives the same scene.
 */
export const sceneSvg = (at: number): string => {
  const [sky, hills, water, road] = palettes[at % palettes.length]!
  const people = Array.from({ length: 9 }, (_, n) => {
    const far = n / 9
    const size = 0.7 + far * 1.9
    return runner(120 + ((n * 137 + at * 61) % 1040), 470 + far * 300, size, shirts[(n + at) % shirts.length]!)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="853" viewBox="0 0 1280 853">
    <defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
    <rect width="1280" height="853" fill="url(#s)"/><circle cx="${240 + at * 150}" cy="150" r="70" fill="#fff" opacity=".75"/>
    <path d="M0 330q180-150 380-40t400-60 500 70v200H0z" fill="${hills}" opacity=".55"/>
    <path d="M0 380q260-90 560-10t720-40v170H0z" fill="${hills}"/><rect y="430" width="1280" height="70" fill="${water}"/>
    <path d="M-80 853L420 470h440l500 383z" fill="${road}"/>
    <path d="M640 490v60M640 590v80M640 710v120" stroke="#fff" stroke-width="10" opacity=".7"/>${people.join('')}</svg>`
}
