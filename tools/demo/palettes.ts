import type { Palette, Scene } from './scenes.ts'

/** How each demo race is painted. */
export const palettes = {
  lanjiang: {
    scene: 'river',
    seed: 11,
    palette: { sky: ['#2f6fb3', '#8fc3e8', '#ffe3c2'], far: '#a9c4dc', mid: '#4f7fab', near: '#23496d', ground: '#8fa9a0', course: '#d8dee2', accent: '#e4572e', sun: '#fff1d0', shirts: ['#e4572e', '#ffffff', '#ffb52e', '#17a398', '#2e86de'] },
  },
  wharf: {
    scene: 'wharf',
    seed: 23,
    palette: { sky: ['#c96f4a', '#f2b37e', '#ffe6c4'], far: '#d9a486', mid: '#a8735c', near: '#6b3f34', ground: '#b28d72', course: '#e6d8c8', accent: '#b3262a', sun: '#fff3d6', shirts: ['#b3262a', '#ffffff', '#f2c14e', '#3a506b', '#6b3f34'] },
  },
  haiyu: {
    scene: 'coast',
    seed: 35,
    palette: { sky: ['#1f8bc4', '#7fd0ec', '#e9f8f6'], far: '#86b9c9', mid: '#4d9a78', near: '#1f5f55', ground: '#7fb28a', course: '#dfe6e4', accent: '#0a7ea4', sun: '#fff8df', shirts: ['#0a7ea4', '#ffffff', '#ffcf3f', '#ff7d5c', '#2bb3a3'] },
  },
  starfield: {
    scene: 'night',
    seed: 47,
    palette: { sky: ['#12123b', '#3a2a6d', '#c0568b'], far: '#33265f', mid: '#231a4a', near: '#160f33', ground: '#2a2050', course: '#43386e', accent: '#ff4f9a', sun: '#ffe9b8', shirts: ['#ff4f9a', '#7df9ff', '#ffffff', '#ffd166', '#9b5de5'] },
  },
  ridge: {
    scene: 'ridge',
    seed: 59,
    palette: { sky: ['#5f8fb8', '#b8d3df', '#f6ecd9'], far: '#8fa9bb', mid: '#5d8276', near: '#2f5a4a', ground: '#7d8a5c', course: '#c9b48a', accent: '#d97706', sun: '#fff4d6', shirts: ['#d97706', '#ffffff', '#e63946', '#2a9d8f', '#264653'] },
  },
  qinghe: {
    scene: 'fields',
    seed: 61,
    palette: { sky: ['#58a6d6', '#bfe3ef', '#fdf6dc'], far: '#9cc3a5', mid: '#7fb069', near: '#3f7d4e', ground: '#9dbb63', course: '#e4e2d3', accent: '#3a7d2c', sun: '#fff3b8', shirts: ['#3a7d2c', '#ffffff', '#ffb400', '#e76f51', '#1d7fa6'] },
  },
} as const satisfies Record<string, { scene: Scene; seed: number; palette: Palette }>
