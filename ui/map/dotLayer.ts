import type { CustomLayerInterface, Map as GlMap } from 'maplibre-gl'
import { type DotField, LOOK, DOT_NUMBERS, placeOnLine } from './dotField.ts'
import type { MapPlace } from './ground.ts'

/** The number of samples of a line in the texture, in rows of `ACROSS`. */
const SAMPLES = 4096
const ACROSS = 1024
const ROWS = SAMPLES / ACROSS
/** The largest number of lines on one map. Few races have more events. */
const MOST_LINES = 16
/**
 * The distance of a course and its runners from the middle of the road, in pixels, if the course uses a road in both
 * directions. This distance keeps the directions apart.
 */
export const SIDE = 4
/** The grey of the hairline around each dot. It parts the dot's white ring from a light ground and from other dots. */
const SHADE = 0.25

type ToMap = (place: MapPlace) => [lon: number, lat: number]
/**
 * Returns the size of the map in pixels of the page. If the code read the size from the page, the browser would compute
 * the layout again in each frame.
 */
export const mapSizeOf = (map: GlMap): [width: number, height: number] => {
  const { width, height } = map.getCanvas()
  return [width / map.getPixelRatio(), height / map.getPixelRatio()]
}
/** Converts a place to Web Mercator, with the world from 0 to 1. */
export const mercatorOf = ([lon, lat]: readonly [number, number]): [x: number, y: number] => [
  (180 + lon) / 360,
  (180 - (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))) / 360,
]

const vertex = `#version 300 es
precision highp float;
uniform highp sampler2D u_lines;
uniform float u_lengths[${MOST_LINES}];
uniform vec2 u_scale, u_offset, u_pixel;
uniform float u_now, u_moves, u_size, u_side;
layout(location = 0) in vec4 a_way;
layout(location = 1) in vec4 a_colour;
out vec4 v_colour;
vec2 sampled(int line, int n) {
  return texelFetch(u_lines, ivec2(n % ${ACROSS}, line * ${ROWS} + n / ${ACROSS}), 0).xy;
}
void main() {
  vec2 place = a_way.xy;
  vec2 side = vec2(0.0);
  if (a_way.w >= 0.0) {
    int line = int(a_way.w);
    float metres = a_way.x + a_way.y * clamp(u_now - a_way.z, 0.0, u_moves);
    float far = clamp(metres / u_lengths[line], 0.0, 1.0) * ${SAMPLES - 1}.0;
    int n = min(int(far), ${SAMPLES - 2});
    vec2 a = sampled(line, n), b = sampled(line, n + 1);
    place = mix(a, b, far - float(n));
    vec2 way = (b - a) * vec2(1.0, 1.0);
    if (dot(way, way) > 0.0) side = normalize(way) * u_side;
  }
  gl_Position = vec4(place * u_scale + u_offset + vec2(-side.y, -side.x) * u_pixel, 0.0, 1.0);
  gl_PointSize = u_size;
  v_colour = a_colour;
}`
const fragment = `#version 300 es
precision mediump float;
uniform highp float u_size, u_pixels;
in vec4 v_colour;
out vec4 colour;
void main() {
  // The distance from the middle and the radius, in pixels of the page.
  float far = length(gl_PointCoord - 0.5) * u_size / u_pixels;
  float radius = u_size * 0.5 / u_pixels;
  float soft = 0.5 / u_pixels;
  float inside = 1.0 - smoothstep(radius - soft, radius, far);
  if (inside <= 0.0) discard;
  vec3 ringed = mix(v_colour.rgb, vec3(1.0), smoothstep(radius - 3.0 - soft, radius - 3.0 + soft, far));
  vec3 drawn = mix(ringed, vec3(${SHADE}), smoothstep(radius - 1.0 - soft, radius - 1.0 + soft, far));
  colour = vec4(drawn * inside, inside);
}`

const programOf = (gl: WebGL2RenderingContext): WebGLProgram => {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  // A uniform must have the same precision in both shaders. Otherwise the shaders do not link, and no dot appears.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    reportError(new Error(gl.getProgramInfoLog(program) ?? 'The shaders of the dots do not link'))
  return program
}

/** Returns the lines as a texture of places relative to an anchor. A number of 32 bits is exact only near 0. */
const textureOf = (gl: WebGL2RenderingContext, { lines }: DotField, anchor: [number, number], toMap: ToMap) => {
  const texels = new Float32Array(MOST_LINES * SAMPLES * 2)
  for (const [at, points] of lines.slice(0, MOST_LINES).entries()) {
    const length = points.at(-1)?.[2] ?? 0
    for (let n = 0; n < SAMPLES && points.length > 0; n++) {
      const [x, y] = mercatorOf(toMap(placeOnLine(points, (n / (SAMPLES - 1)) * length)))
      texels.set([x - anchor[0], y - anchor[1]], (at * SAMPLES + n) * 2)
    }
  }
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, ACROSS, ROWS * MOST_LINES, 0, gl.RG, gl.FLOAT, texels)
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST)
  return texture
}

const uniformNames = 'u_lines u_lengths u_scale u_offset u_pixel u_now u_moves u_size u_pixels u_side'.split(' ')
/** The objects of the graphics card. They are removed together with the style of the map. */
type Card = {
  program: WebGLProgram
  uniforms: Readonly<Record<string, WebGLUniformLocation | null>>
  vao: WebGLVertexArrayObject
  texture: WebGLTexture
  ways: WebGLBuffer
  looks: WebGLBuffer
  /** The metres of each line. */
  lengths: Float32Array
  /** The length of the buffer that the card holds. */
  held: number
}
type Drawing = { field: DotField; toMap: ToMap; size: number; side: () => number; shows: () => boolean }

const cardOf = (gl: WebGL2RenderingContext, { field, toMap }: Drawing, anchor: [number, number]): Card => {
  const program = programOf(gl)
  const [ways, looks, vao] = [gl.createBuffer(), gl.createBuffer(), gl.createVertexArray()]
  gl.bindVertexArray(vao)
  gl.bindBuffer(gl.ARRAY_BUFFER, ways)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, DOT_NUMBERS, gl.FLOAT, false, 0, 0)
  gl.bindBuffer(gl.ARRAY_BUFFER, looks)
  gl.enableVertexAttribArray(1)
  gl.vertexAttribPointer(1, LOOK, gl.UNSIGNED_BYTE, true, 0, 0)
  gl.bindVertexArray(null)
  const uniforms = Object.fromEntries(uniformNames.map((name) => [name, gl.getUniformLocation(program, name)]))
  const lengths = Float32Array.from({ length: MOST_LINES }, (_, n) => field.lines[n]?.at(-1)?.[2] || 1)
  return { program, uniforms, vao, texture: textureOf(gl, field, anchor, toMap), ways, looks, lengths, held: 0 }
}

/** Writes the changes into the buffers of the card, with one call for each buffer. */
const upload = (gl: WebGL2RenderingContext, card: Card, { field, toMap }: Drawing, anchor: [number, number]): void => {
  const { from, until } = field.takeDirty()
  for (const [n, place] of field.fixed) {
    if (n < from || n >= until) continue
    const [x, y] = mercatorOf(toMap(place))
    field.ways.set([x - anchor[0], y - anchor[1]], n * DOT_NUMBERS)
  }
  const isGrown = card.held !== field.ways.length
  if (!isGrown && until <= from) return
  const parts = [[card.ways, field.ways, DOT_NUMBERS] as const, [card.looks, field.looks, LOOK] as const]
  for (const [buffer, data, each] of parts) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    if (isGrown) gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
    else
      gl.bufferSubData(gl.ARRAY_BUFFER, from * each * data.BYTES_PER_ELEMENT, data, from * each, (until - from) * each)
  }
  card.held = field.ways.length
}

const draw = (
  gl: WebGL2RenderingContext,
  map: GlMap,
  { program, uniforms, vao, texture, lengths }: Card,
  { field, size, side }: Drawing,
  anchor: [number, number],
): void => {
  const [width, height] = mapSizeOf(map)
  const { lng, lat } = map.getCenter()
  const centre = mercatorOf([lng, lat])
  const world = 512 * 2 ** map.getZoom()
  const [scaleX, scaleY] = [(2 * world) / width, (-2 * world) / height]
  const at = (name: string) => uniforms[name] ?? null
  gl.useProgram(program)
  gl.bindVertexArray(vao)
  gl.activeTexture(gl.TEXTURE0)
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.uniform1i(at('u_lines'), 0)
  gl.uniform1fv(at('u_lengths'), lengths)
  gl.uniform2f(at('u_scale'), scaleX, scaleY)
  gl.uniform2f(at('u_offset'), (anchor[0] - centre[0]) * scaleX, (anchor[1] - centre[1]) * scaleY)
  gl.uniform2f(at('u_pixel'), 2 / width, 2 / height)
  gl.uniform1f(at('u_now'), field.clock())
  gl.uniform1f(at('u_moves'), field.moves)
  gl.uniform1f(at('u_size'), size * devicePixelRatio)
  gl.uniform1f(at('u_pixels'), devicePixelRatio)
  gl.uniform1f(at('u_side'), side())
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.disable(gl.DEPTH_TEST)
  gl.disable(gl.STENCIL_TEST)
  gl.drawArrays(gl.POINTS, 0, field.size)
  gl.bindVertexArray(null)
}

/** Returns the layer of a field of dots: one buffer and one drawing call for all of them. */
export const dotLayer = (id: string, drawing: Drawing): CustomLayerInterface => {
  const { field, toMap, shows } = drawing
  const first = field.lines.find((points) => points.length > 0)?.[0]
  const anchor = mercatorOf(toMap(first ? [first[0], first[1]] : [0, 0]))
  let map: GlMap | undefined
  let card: Card | undefined
  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    onAdd: (to, gl) => {
      map = to
      card = cardOf(gl as WebGL2RenderingContext, drawing, anchor)
    },
    onRemove: (_, context) => {
      const gl = context as WebGL2RenderingContext
      if (!card) return
      gl.deleteProgram(card.program)
      gl.deleteTexture(card.texture)
      gl.deleteBuffer(card.ways)
      gl.deleteBuffer(card.looks)
      gl.deleteVertexArray(card.vao)
      card = undefined
    },
    render: (context) => {
      const gl = context as WebGL2RenderingContext
      if (!map || !card) return
      upload(gl, card, drawing, anchor)
      if (field.size > 0 && shows()) draw(gl, map, card, drawing, anchor)
    },
  }
}
