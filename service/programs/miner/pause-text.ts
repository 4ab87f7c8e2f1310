import type { Pause, PauseReason } from '#lib/contract/miner-settings.ts'

const texts: Readonly<Record<Exclude<PauseReason, 'user'>, string>> = {
  schedule: 'Paused by the schedule.',
  battery: 'Paused: this PC runs on its battery.',
  hot: 'Paused: this PC is hot.',
  'full-screen': 'Paused: a program fills the screen.',
  'in-use': 'Paused: this PC is in use.',
}

const resumeText = `Ctrl-Z resumes${process.platform === 'win32' ? '' : ', or fg if the shell has come back'}.`

/** A pause in one sentence for the terminal. */
export const pauseText = ({ reason, until }: Pause): string => {
  if (reason !== 'user') return texts[reason]
  return until === undefined
    ? `Paused. ${resumeText}`
    : `Paused until ${new Date(until * 1000).toLocaleTimeString('en-GB')}. ${resumeText}`
}
