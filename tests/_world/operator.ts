import { operate } from '#service/programs/operate/program.ts'

export interface Ran {
  code: number
  out: string
  err: string
  questions: string[]
}

export type Operator = (
  line: string,
  parts?: { answer?: boolean | (() => Promise<boolean>); operator?: string },
) => Promise<Ran>

interface Place {
  databaseUrl: string
  dataDir: string
  clock: { now(): number }
}

/** Settings of the operator's program for the database of a world. */
export const operatorSettings = ({ databaseUrl, dataDir }: Place): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
})

/** The operator's program on a world's database and clock; words in double quotes stay together. */
export const createOperator =
  (world: Place, settings: Record<string, string> = {}): Operator =>
  async (line, { answer = true, operator = 'ada@desk' } = {}) => {
    const ran: Ran = { code: -1, out: '', err: '', questions: [] }
    const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
    ran.code = await operate(words, {
      env: { ...operatorSettings(world), ...settings },
      cwd: world.dataDir,
      operator,
      out: (text) => {
        ran.out += text
      },
      err: (text) => {
        ran.err += text
      },
      columns: undefined,
      colour: false,
      ask: async (question) => {
        ran.questions.push(question)
        return typeof answer === 'boolean' ? answer : answer()
      },
      now: () => world.clock.now(),
    })
    return ran
  }
