/** The help of the miner as plain JavaScript: its launcher prints it before anything is installed. */

export const MINER_VERSION = '1.2.0'

/** The service of a miner that was packed for none. */
export const LOCAL_SERVICE = 'http://127.0.0.1:8080'

export const createUsage = (service = LOCAL_SERVICE) => `Idleforge miner ${MINER_VERSION}

Usage: idleforge-miner [--code XXXXXXXX] [options]

  --code XXXXXXXX   bind this device with the code from "Add device" (valid for 60 seconds)
  --service URL     the service to mine for (default ${service})
  --name TEXT       name of the device (default: this machine's name)
  --threads N       threads to use (default: all cores but one)
  --throttle P      percent of each thread's time to use, 1 to 100 (default 100)
  --idle-minutes N  mine after N minutes without input, 1 to 120 (default 5)
  --hours A-B       mine only in these hours of each day, for example 22-7 (default: at any hour)
  --max-temperature C
                    pause while processor or card have C degrees Celsius or more, 40 to 110 (default 85)
  --always          also mine while this PC is in use, in full screen or on its battery
  --gpu             mine on the graphics card as well; needs the engine, a separate download, in ~/.idleforge/gpu,
                    which the window can download
  --state FILE      where to keep the device's token (default: one file per service in ~/.idleforge)
  --window          show a window in the browser (default: when started without a terminal)
  --background      show no window until the miner is started again
  --no-window       no window at all
  --json            print one JSON object per line
  --version, --help

It mines while this PC is idle: 5 minutes after the last input, on mains, while no program fills the screen, and below 85 degrees.
What the system cannot report is ignored: a server without a display mines at once.
A desktop that does not report input counts as in use: install xprintidle there, or use --always.
The options above apply to this start only. To change the settings for good, use the dashboard.

HTTP_PROXY, HTTPS_PROXY and NO_PROXY are used.
It runs at the lowest priority, so everything else on the machine comes first.
Ctrl-Z pauses and resumes (or fg, if the shell has come back). Ctrl-C sends the last shares and exits.`
