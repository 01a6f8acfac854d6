// docs/architecture.svg and the table of rooms in docs/architecture.md, from the imports of src/. A test holds them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { arrowsOf, importsIn, LAYERS, sourcesIn } from './layers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const PAGE = 'docs/architecture.md'
const [START, END] = ['<!-- rooms: made by npm run generate -->', '<!-- end of rooms -->']

/** How many floors lie below a room: one more than below the highest that it imports. */
function floorsOf(arrows) {
  const floors = new Map()
  const floorOf = (room) => {
    if (!floors.has(room)) {
      const below = arrows.filter(({ from }) => from === room).map(({ to }) => floorOf(to))
      floors.set(room, below.length === 0 ? 0 : Math.max(...below) + 1)
    }
    return floors.get(room)
  }
  for (const room of Object.keys(LAYERS)) floorOf(room)
  return floors
}

/** Arrows that no way over other rooms stands for. */
function withoutShortCuts(arrows) {
  const to = (room) => arrows.filter(({ from }) => from === room).map((arrow) => arrow.to)
  const reaches = (from, wanted) => to(from).some((next) => next === wanted || reaches(next, wanted))
  return arrows.filter(({ from, to: end }) => !to(from).some((next) => next !== end && reaches(next, end)))
}

const [BOX_WIDTH, BOX_HEIGHT, GAP, FLOOR] = [104, 30, 18, 74]
const INK = '#1f2933'

/** Floors from the ground up; an arrow points to what is imported, dashed where it is types alone. */
function drawing(arrows) {
  const floors = floorsOf(arrows)
  const highest = Math.max(...floors.values())
  const rows = Array.from({ length: highest + 1 }, (_, floor) =>
    Object.keys(LAYERS).filter((room) => floors.get(room) === floor),
  )
  const width = Math.max(...rows.map((row) => row.length * (BOX_WIDTH + GAP))) + GAP
  const height = rows.length * FLOOR
  const place = new Map()
  for (const [floor, row] of rows.entries()) {
    const left = (width - row.length * (BOX_WIDTH + GAP) + GAP) / 2
    for (const [at, room] of row.entries())
      place.set(room, { x: left + at * (BOX_WIDTH + GAP), y: (highest - floor) * FLOOR + GAP })
  }
  const lines = withoutShortCuts(arrows).map(({ from, to, types }) => {
    const [a, b] = [place.get(from), place.get(to)]
    const [x1, y1, x2, y2] = [a.x + BOX_WIDTH / 2, a.y + BOX_HEIGHT, b.x + BOX_WIDTH / 2, b.y]
    const bend = (y2 - y1) / 2
    return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 5}"${types ? ' stroke-dasharray="4 3"' : ''}/>`
  })
  const boxes = [...place].map(
    ([room, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${BOX_HEIGHT}" rx="4"/><text x="${x + BOX_WIDTH / 2}" y="${y + 19}">${room}</text>`,
  )
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The rooms of ringscope by floor, with arrows to what each imports">`,
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="${INK}"/></marker></defs>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g fill="none" stroke="${INK}" stroke-opacity="0.55" marker-end="url(#tip)">`,
    ...lines,
    `</g>`,
    `<g fill="#eef3f8" stroke="${INK}" font-family="ui-monospace, monospace" font-size="13" text-anchor="middle">`,
    ...boxes.map((box) => box.replace('<text', `<text fill="${INK}" stroke="none"`)),
    `</g>`,
    `</svg>`,
  ].join('\n')}\n`
}

function table(arrows) {
  const floors = floorsOf(arrows)
  const rooms = Object.entries(LAYERS).sort(([a], [b]) => floors.get(b) - floors.get(a))
  const imported = (room) =>
    arrows
      .filter(({ from }) => from === room)
      .sort((a, b) => (a.to < b.to ? -1 : 1))
      .map(({ to, types }) => (types ? `*${to}*` : to))
  return [
    '| floor | room | what it is | imports (types alone: *so*) | packages |',
    '| --- | --- | --- | --- | --- |',
    ...rooms.map(
      ([room, { what, npm }]) =>
        `| ${floors.get(room)} | \`${room}\` | ${what} | ${imported(room).join(', ')} | ${npm.join(', ')} |`,
    ),
  ].join('\n')
}

/** Path and text of what is made. */
export function architecture() {
  const src = `${root}src`
  const arrows = arrowsOf(importsIn(src, sourcesIn(src)))
  const page = readFileSync(`${root}${PAGE}`, 'utf8')
  const [before, rest] = page.split(START)
  const [, after] = rest.split(END)
  return new Map([
    ['docs/architecture.svg', drawing(arrows)],
    [PAGE, `${before}${START}\n\n${table(arrows)}\n\n${END}${after}`],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [path, text] of architecture()) writeFileSync(`${root}${path}`, text)
