/** The part of the Canvas 2D interface that painting needs. A browser's canvas and the server's canvas both have it. */
export type CanvasContext = {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  globalAlpha: number
  font: string
  textAlign: string
  textBaseline: string
  shadowColor: string
  shadowBlur: number
  shadowOffsetX: number
  shadowOffsetY: number
  letterSpacing?: string
  fontKerning?: string
  lang?: string
  imageSmoothingQuality?: string
  save(): void
  restore(): void
  translate(x: number, y: number): void
  rotate(radians: number): void
  scale(x: number, y: number): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void
  rect(x: number, y: number, width: number, height: number): void
  clip(): void
  fill(): void
  stroke(): void
  setLineDash(dashes: number[]): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { width: number; fontBoundingBoxAscent: number; fontBoundingBoxDescent: number }
}
