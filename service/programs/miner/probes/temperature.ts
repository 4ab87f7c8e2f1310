import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A sensor of the kernel: the device's name, the sensor's label or an empty text, thousandths of °C. */
export interface Reading {
  device: string
  label: string
  value: string
}

/** Drivers of processors' own sensors. */
const processors = new Set(['coretemp', 'k10temp', 'zenpower', 'cpu_thermal', 'soc_thermal'])
/** Zones of processors where no driver names them; `acpitz` stands for the mainboard's own idea of it. */
const zones = [/^x86_pkg_temp$|^cpu/i, /^soc/i, /^acpitz$/]

function highest(readings: readonly Reading[]): number | undefined {
  const values = readings
    .map(({ value }) => Number(value) / 1000)
    // Broken sensors show 0, or hundreds of degrees.
    .filter((celsius) => celsius > 0 && celsius < 130)
  return values.length > 0 ? Math.max(...values) : undefined
}

/** Highest temperature of the processor in °C; undefined where no sensor is the processor's. */
export function processorCelsius(hwmon: readonly Reading[], thermal: readonly Reading[]): number | undefined {
  const own = hwmon.filter(({ device }) => processors.has(device))
  // AMD's Tctl of some models is 10 to 27 degrees above the temperature, which is Tdie then.
  const hasDie = own.some(({ label }) => label === 'Tdie')
  const found = highest(hasDie ? own.filter(({ label }) => label !== 'Tctl') : own)
  if (found !== undefined) return found
  for (const zone of zones) {
    const celsius = highest(thermal.filter(({ device }) => zone.test(device)))
    if (celsius !== undefined) return celsius
  }
  return undefined
}

const list = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
const read = (file: string): Promise<string> =>
  readFile(file, 'utf8')
    .then((text) => text.trim())
    .catch(() => '')

async function readHwmon(root: string): Promise<Reading[]> {
  const base = path.join(root, 'sys/class/hwmon')
  const readings = []
  for (const folder of await list(base)) {
    const device = await read(path.join(base, folder, 'name'))
    if (!processors.has(device)) continue
    for (const file of await list(path.join(base, folder))) {
      const sensor = /^(temp\d+)_input$/.exec(file)?.[1]
      if (sensor === undefined) continue
      const value = await read(path.join(base, folder, file))
      readings.push({ device, label: await read(path.join(base, folder, `${sensor}_label`)), value })
    }
  }
  return readings
}

async function readThermal(root: string): Promise<Reading[]> {
  const base = path.join(root, 'sys/class/thermal')
  const folders = (await list(base)).filter((name) => name.startsWith('thermal_zone'))
  return Promise.all(
    folders.map(async (folder) => ({
      device: await read(path.join(base, folder, 'type')),
      label: '',
      value: await read(path.join(base, folder, 'temp')),
    })),
  )
}

/** Highest temperature of a Linux PC's processor in °C; undefined where the kernel does not tell. */
export async function readProcessorCelsius(root: string): Promise<number | undefined> {
  const hwmon = await readHwmon(root)
  return processorCelsius(hwmon, hwmon.length > 0 ? [] : await readThermal(root))
}
