import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import styles from '@xterm/xterm/css/xterm.css?inline'
import { copyText } from '#lib/text/copy-text.ts'
import { documentForTerminal } from './screen-styles.ts'
import { openTerminal, type TerminalEnd, type TerminalKind, type TerminalSocket } from './terminal-socket.ts'

/** Colours of a terminal, which is dark in both themes: programs choose theirs for it. */
const theme = {
  background: '#0e1316',
  foreground: '#e6eaec',
  cursor: '#eb682a',
  selectionBackground: '#4b5a64',
  black: '#222a30',
  brightBlack: '#84919b',
  red: '#ff7a70',
  brightRed: '#ff9c94',
  green: '#6fcf97',
  brightGreen: '#93e0b3',
  yellow: '#e3b341',
  brightYellow: '#f2cc60',
  blue: '#6cb6ff',
  brightBlue: '#96d0ff',
  magenta: '#dcbdfb',
  brightMagenta: '#eddeff',
  cyan: '#56d4dd',
  brightCyan: '#b3f0ff',
}

export interface ScreenOptions {
  rentalId: string
  kind: TerminalKind
  /** Announces the output to screen readers. */
  isRead: boolean
  onState(state: 'connecting' | 'open' | TerminalEnd): void
  onFailed(error: unknown): void
}

/** Draws a terminal into a place of the page, and connects it. Returns its end. */
export function drawTerminal(place: HTMLElement, options: ScreenOptions): () => void {
  const { rentalId, kind, isRead, onState, onFailed } = options
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  const own = documentForTerminal()
  const isLog = kind === 'log'
  const terminal = new Terminal({
    ...{ theme, fontSize: 13, lineHeight: 1.2, scrollback: 5000, cursorBlink: false, disableStdin: isLog },
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono') || 'monospace',
    // A log has bare line feeds.
    ...{ convertEol: isLog, screenReaderMode: isRead, documentOverride: own.document },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  own.during(() => terminal.open(place))
  fit.fit()
  const size = () => ({ rows: terminal.rows, columns: terminal.cols })
  let socket: TerminalSocket | undefined
  let isOver = false
  onState('connecting')
  openTerminal(
    { rentalId, kind },
    { size: size(), onOpen: () => onState('open'), onData: (bytes) => terminal.write(bytes), onEnd: onState },
  ).then(
    (opened) => {
      if (isOver) return opened.close()
      socket = opened
    },
    (error: unknown) => isOver || onFailed(error),
  )
  terminal.attachCustomKeyEventHandler((event) => {
    const isPlain = (event.ctrlKey || event.metaKey) && !event.altKey && event.type === 'keydown'
    if (isPlain && event.key.toLowerCase() === 'c' && terminal.hasSelection()) {
      copyText(terminal.getSelection()).catch(() => undefined)
      terminal.clearSelection()
      event.preventDefault()
      return false
    }
    // The browser pastes, and the terminal takes what it pastes.
    return !(isPlain && event.key.toLowerCase() === 'v')
  })
  terminal.onData((text) => socket?.type(text))
  terminal.onResize(() => socket?.resize(size()))
  const watch = new ResizeObserver(() => fit.fit())
  watch.observe(place)
  if (!isLog) terminal.focus()
  return () => {
    isOver = true
    watch.disconnect()
    socket?.close()
    terminal.dispose()
    own.dispose()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
