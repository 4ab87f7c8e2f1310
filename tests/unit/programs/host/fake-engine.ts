import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readLines } from '#world/lines.ts'

/**
 * A program that answers as an engine does, and can be told to be down, to hang, or to refuse a command. It keeps its
 * containers, networks and volumes as files.
 */

const SCRIPT = `#!/bin/sh
S="$(dirname "$0")"
echo "$*" >> "$S/log"
[ -f "$S/slow" ] && exec sleep 1000
[ -f "$S/down" ] && { echo 'Cannot connect to the Docker daemon. Is it running?' >&2; exit 125; }
[ -f "$S/refuse-$1" ] && { cat "$S/refuse-$1" >&2; exit 125; }
last() { for word in "$@"; do :; done; echo "$word"; }
named() { while [ $# -gt 0 ]; do [ "$1" = --name ] && { echo "$2"; return; }; shift; done; }
option() { wanted="$1"; shift; while [ $# -gt 0 ]; do [ "$1" = "$wanted" ] && { echo "$2"; return; }; shift; done; }
listed() {
  label="$(option --filter "$@")"
  for file in "$S/$kind"/*; do
    [ -f "$file" ] || continue
    [ -z "$label" ] || grep -qx "\${label#label=}" "$file" && basename "$file"
  done
  true
}
case "$1 $2" in
  'ps --all') kind=containers; listed "$@" ;;
  'network ls') kind=networks; listed "$@" ;;
  'volume ls') ls "$S/volumes" ;;
  'image ls') cat "$S/images" ;;
  'network create')
    grep -qsF "$(option --subnet "$@")" "$S/taken" && { echo 'Error: Pool overlaps with other one' >&2; exit 125; }
    option --label "$@" > "$S/networks/$(last "$@")" ;;
  'network rm') rm "$S/networks/$3" ;;
  'volume rm') rm "$S/volumes/$4" ;;
  *) case "$1" in
    run) { echo running; option --label "$@"; } > "$S/containers/$(named "$@")" ;;
    start) sed -i 1s/.*/running/ "$S/containers/$2" ;;
    kill) sed -i 1s/.*/exited/ "$S/containers/$2" ;;
    rm) rm "$S/containers/$(last "$@")" ;;
    info) cat "$S/identity" ;;
    pull) echo "$3" >> "$S/images" ;;
    inspect)
      file="$S/containers/$(last "$@")"
      [ -f "$file" ] || { echo 'Error: no such object' >&2; exit 1; }
      case "$*" in
        *Running*) [ "$(sed -n 1p "$file")" = running ] && word=true || word=false
          echo "$word $(sed -n 's/^idleforge.machine=//p' "$file")" ;;
        *) sed -n 3p "$file" ;;
      esac ;;
    exec) [ -f "$S/inside" ] && cat "$S/inside" || echo 42 ;;
    esac ;;
esac
`

export interface FakeEngine {
  /** A folder for PATH. */
  readonly folder: string
  set(what: 'down' | 'slow', on?: boolean): void
  refuse(command: string, reason: string | undefined): void
  write(file: string, text: string): void
  /** Everything that it was asked, oldest first. */
  log(): string[]
  containers(): string[]
  networks(): string[]
}

export function createFakeEngine(parent: string, name: 'docker' | 'podman' = 'docker'): FakeEngine {
  const folder = path.join(parent, `engine-${name}`)
  for (const kind of ['containers', 'networks', 'volumes']) mkdirSync(path.join(folder, kind), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text, { mode: 0o755 })
  write('images', '')
  write('identity', `${name}-1`)
  write(name, SCRIPT)
  const change = (file: string, text: string | undefined) =>
    text === undefined ? rmSync(path.join(folder, file), { force: true }) : write(file, text)
  return {
    folder,
    write,
    set: (what, on = true) => change(what, on ? '' : undefined),
    refuse: (command, reason) => change(`refuse-${command}`, reason),
    log: () => readLines(path.join(folder, 'log')),
    containers: () => readdirSync(path.join(folder, 'containers')),
    networks: () => readdirSync(path.join(folder, 'networks')),
  }
}
