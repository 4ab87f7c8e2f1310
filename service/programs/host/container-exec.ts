import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { ExecRequest, Running } from './driver.ts'
import { toRunning } from './session-child.ts'
import { perlServer } from './sftp-perl.ts'

/** In the environment of a session's programs: names the session, so that a signal finds it. */
const MARK = 'IDLEFORGE_SESSION'
const SIGNAL_MS = 20_000

/** As sshd starts a session: in the home directory, with the shell in SHELL. */
const SETUP = `cd "\${HOME:-/}" 2>/dev/null || cd /
SHELL=$(command -v bash || echo /bin/sh)
USER=\${USER:-$(id -un 2>/dev/null)}
LOGNAME=$USER
export SHELL USER LOGNAME`

/** A login shell. /etc/profile sets PATH anew; the folders that the image had added (CUDA, conda) are kept in front. */
const LOGIN = `${SETUP}
export IDLEFORGE_PATH="$PATH"
exec "$SHELL" -l -c '
missing=
IFS=:
for folder in $IDLEFORGE_PATH; do case ":$PATH:" in *":$folder:"*) ;; *) missing="$missing$folder:" ;; esac; done
unset IFS IDLEFORGE_PATH
PATH="$missing$PATH"
export PATH
exec "$SHELL" "$@"' "$SHELL" "$@"`

const COMMAND = `${SETUP}
exec "$SHELL" -c "$1"`

const FILES = `${SETUP}
for server in /usr/lib/openssh/sftp-server /usr/libexec/openssh/sftp-server /usr/libexec/sftp-server /usr/lib/ssh/sftp-server; do
  [ -x "$server" ] && exec "$server"
done
command -v perl > /dev/null && exec perl -e "$1"
echo 'sftp and scp need the package openssh-sftp-server or perl in the image. Install one of them, or use rsync or scp -O.' >&2
exit 127`

function insideOf({ command, terminal, files }: ExecRequest): string[] {
  if (files) return ['/bin/sh', '-c', FILES, 'sh', perlServer]
  if (command !== undefined) return ['/bin/sh', '-c', COMMAND, 'sh', command]
  return ['/bin/sh', '-c', LOGIN, 'sh', ...(terminal ? ['-i'] : [])]
}

/**
 * Sends a signal, $2, to a session with the mark $1: to what is in the foreground of its terminal, else to its process group.
 * SIGHUP goes to both. The first program of a session has its parent outside, which is process 0 inside.
 */
const SIGNAL = `for place in /proc/[0-9]*; do
  grep -q "$1" "$place/environ" 2>/dev/null || continue
  read -r line < "$place/stat" || continue
  set -- "$1" "$2" \${line##*) }
  [ "$4" = 0 ] || continue
  [ "$8" -gt 0 ] && kill -s "$2" -- "-$8" 2>/dev/null
  { [ "$2" = HUP ] || [ "$8" -le 0 ]; } && kill -s "$2" -- "-$5" 2>/dev/null
done`

/** Words of the engine that keep its own keys for leaving a terminal (Ctrl-P Ctrl-Q) from the renter's programs. */
const WITHOUT_DETACH = { podman: '--detach-keys=', docker: '--detach-keys=ctrl-^,ctrl-^,ctrl-^,ctrl-^' } as const

export interface Container {
  engine: keyof typeof WITHOUT_DETACH
  name: string
}

/** Runs a shell, a command or the SFTP subsystem in a container, as its image's user. */
export function execInContainer({ engine, name }: Container, request: ExecRequest): Running {
  const { terminal } = request
  const mark = `${MARK}=${randomBytes(12).toString('hex')}`
  const environment = ['--env', mark, '--env', 'LANG=C.UTF-8', ...(terminal ? ['--env', `TERM=${terminal.term}`] : [])]
  const inside = [name, ...insideOf(request)]
  const signal = (of: NodeJS.Signals) => {
    const args = ['exec', name, '/bin/sh', '-c', SIGNAL, 'sh', mark, of.slice('SIG'.length)]
    // A container that is gone has nothing left to be signalled.
    execFile(engine, args, { timeout: SIGNAL_MS }, () => undefined)
  }
  if (!terminal) {
    const args = ['exec', '--interactive', ...environment, ...inside]
    return toRunning(spawn(engine, args, { stdio: 'pipe', detached: true }), {
      signal,
      hasTerminal: false,
      isClient: true,
    })
  }
  // A terminal inside follows the size of one outside, which script(1) creates.
  const words = [engine, 'exec', '--interactive', '--tty', WITHOUT_DETACH[engine], ...environment, ...inside]
  const line = `stty rows ${terminal.rows} cols ${terminal.columns} 2>/dev/null; exec ${words.map(quoted).join(' ')}`
  const child = spawn('script', ['-qfe', '-E', 'always', '-c', line, '/dev/null'], { stdio: 'pipe', detached: true })
  return toRunning(child, { signal, hasTerminal: true })
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The output of a container's first program, what there is and what comes. */
export function followLogs({ engine, name }: Container): Running {
  const args = ['logs', '--follow', '--tail', '2000', name]
  return toRunning(spawn(engine, args, { stdio: 'pipe', detached: true }), { hasTerminal: false, isClient: true })
}
