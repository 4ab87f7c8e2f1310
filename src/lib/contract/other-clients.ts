/**
 * Calls that neither site nor app make, by path, with their client and purpose. A test compares this list with the
 * imports (tests/lib/contract/used.test.ts).
 */
export const forOtherClients: Readonly<Record<string, string>> = {
  '/user/protocol': 'Clients without our pages show the terms before a registration; ours link to /terms and /privacy.',
  '/machine/getMachineTotalTime': 'Clients that show one sum; our device list has the times of every device already.',
  '/machine/getUserMachineCount': 'Clients that show a number alone; our shell reads it from getMachineStatistics.',
  '/machine/project-runtime': 'Clients that chart run times over a range; our devices show those of each project.',
  '/sys-notice/one-click-reading':
    'Clients that keep notices apart; our box marks them with /user-message/one-click-reading.',
  '/feedback/readAll': 'Clients that keep reports apart; our box marks them with /user-message/one-click-reading.',
  '/downloads/tell': 'The public download page, which imports no contract and posts without an envelope.',
  '/agent/bind': 'The miner.',
  '/agent/work': 'The miner.',
  '/agent/report': 'The miner.',
  '/agent/today': 'The miner.',
  '/host/poll': 'The host program.',
}
