// Puts the miner into a Node: its single-executable form (ADR-137).
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builderNode } from './targets.mjs'
import { runTool } from './tools.mjs'

const SOURCE = 'idleforge-miner.mjs'
const SERVICE = 'service'
/** Says that a Node holds a program; without one its last digit is 0. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'

/**
 * The bytes of the program for a target. `node` is the file of its Node, `folder` is for intermediate files.
 * Paths are relative because the program keeps that of its entry file.
 */
export function buildExecutable({ target, node, folder, source, service }) {
  const write = (name, content) => writeFileSync(path.join(folder, name), content)
  write(SOURCE, source)
  write(SERVICE, service)
  const config = {
    main: SOURCE,
    mainFormat: 'module',
    output: target.program,
    executable: path.relative(folder, node),
    disableExperimentalSEAWarning: true,
    // A code cache and a snapshot are of one system, and programs for all are made on one.
    useCodeCache: false,
    useSnapshot: false,
    // NODE_OPTIONS are meant for other programs.
    execArgvExtension: 'none',
    assets: { [SERVICE]: SERVICE },
  }
  write('sea.json', JSON.stringify(config))
  runTool(builderNode(), ['--build-sea', 'sea.json'], { cwd: folder })
  const program = readFileSync(path.join(folder, target.program))
  if (!program.includes(FUSE)) throw new Error(`The program for ${target.name} holds no miner.`)
  return program
}
