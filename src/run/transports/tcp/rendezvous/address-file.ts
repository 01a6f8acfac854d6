/**
 * Where rank 0 publishes its address when none was given: a file that only this user can read, named after the job. It holds
 * the run's token too, unless one was given. It is removed as soon as all ranks are connected.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { RunError } from '../../../run-error.ts'

export interface PublishedAddress {
  readonly host: string
  readonly port: number
  readonly token: string
}

/** The file of a job; names of jobs come from launchers and may hold anything. */
export function addressFile(job: string, folder = userFolder()): string {
  const name = job.replace(/[^A-Za-z0-9._-]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`).slice(-200)
  return resolve(folder, `${name}.json`)
}

const userFolder = (): string => join(tmpdir(), `ringscope-${userInfo().uid}`)

/** Gives the first folder that had to be made for it, if any: what `removeAddress` may remove. */
export function publishAddress(file: string, address: PublishedAddress): string | undefined {
  const folder = dirname(file)
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  ownFolder(folder)
  // Renamed in whole: nobody reads half of it, and no file that lies there already is written into.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return made
}

/** Undefined while there is none. */
export function findAddress(file: string): PublishedAddress | undefined {
  try {
    const { uid, mode } = lstatSync(file)
    if (uid !== userInfo().uid || (mode & 0o022) !== 0) return undefined
    const published = JSON.parse(readFileSync(file, 'utf8')) as Partial<PublishedAddress>
    const { host, port, token } = published
    if (typeof host !== 'string' || typeof port !== 'number' || typeof token !== 'string') return undefined
    return { host, port, token }
  } catch {
    return undefined
  }
}

/** Removes the file, and the folders that ringscope has made where nothing else lies there. `made`: from `publishAddress`. */
export function removeAddress(file: string, made?: string): void {
  rmSync(file, { force: true })
  const folder = dirname(file)
  // The one in the folder for temporary files is ringscope's own, whichever run has made it.
  const first = made ?? (folder === userFolder() ? folder : undefined)
  if (first === undefined) return
  try {
    for (let at = folder; at.length >= first.length; at = dirname(at)) rmdirSync(at)
  } catch {
    // Another run's file lies there.
  }
}

/** A folder that somebody else made in /tmp under our name would give them our token. */
function ownFolder(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === userInfo().uid && (mode & 0o022) === 0) return
  throw new RunError({
    kind: 'argument',
    argument: 'store',
    seen: folder,
    wanted: `uid ${userInfo().uid}, mode 0700`,
  })
}
