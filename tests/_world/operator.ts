import { operate } from '#service/operate/program.ts'

export interface Ran {
  code: number
  out: string
  err: string
  questions: string[]
}

export type Operator = (line: string, parts?: { answer?: boolean; operator?: string }) => Promise<Ran>

/** The operator's program on the database and by the clock of a world; words in double quotes stay together. */
export const createOperator =
  (world: { databaseUrl: string; dataDir: string; clock: { now(): number } }): Operator =>
  async (line, { answer = true, operator = 'ada@desk' } = {}) => {
    const ran: Ran = { code: -1, out: '', err: '', questions: [] }
    const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
    ran.code = await operate(words, {
      env: { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, LOG_LEVEL: 'silent' },
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
        return answer
      },
      now: () => world.clock.now(),
    })
    return ran
  }
