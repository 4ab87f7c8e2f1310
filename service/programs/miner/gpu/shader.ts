import { initialState, roundConstants } from '#lib/engine/sha256-constants.ts'

/** Words of the job's buffer: W0 to W8 of the message, the state after their rounds, first nonce, how many, and the limit. */
export const jobWords = { message: 0, state: 9, first: 17, count: 18, limit: 19, length: 20 } as const

/** Rounds of the words that all nonces of a job share. */
export const SHARED_ROUNDS = 9
export const GROUP_SIZE = 64

const literal = (value: number): string => `0x${(value >>> 0).toString(16)}u`
const rotate = (name: string, by: number): string => `((${name} >> ${by}u) | (${name} << ${32 - by}u))`

/** Word `round` of the message schedule, in one of 16 variables that take turns. */
function schedule(round: number): string {
  if (round < 16) return ''
  const [w, w15, w2, w7] = [0, 1, 14, 9].map((ahead) => `w${(round + ahead) % 16}`) as [string, string, string, string]
  const s0 = `(${rotate(w15, 7)} ^ ${rotate(w15, 18)} ^ (${w15} >> 3u))`
  const s1 = `(${rotate(w2, 17)} ^ ${rotate(w2, 19)} ^ (${w2} >> 10u))`
  return `${w} += ${s0} + ${w7} + ${s1};`
}

function compress(round: number): string {
  const s1 = `(${rotate('e', 6)} ^ ${rotate('e', 11)} ^ ${rotate('e', 25)})`
  const s0 = `(${rotate('a', 2)} ^ ${rotate('a', 13)} ^ ${rotate('a', 22)})`
  return `${schedule(round)}
  t = h + ${s1} + (g ^ (e & (f ^ g))) + ${literal(roundConstants[round] as number)} + w${round % 16};
  h = g; g = f; f = e; e = d + t;
  t += ${s0} + ((a & b) | (c & (a | b)));
  d = c; c = b; b = a; a = t;`
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/**
 * The compute shader (WGSL): each invocation hashes one nonce and notes it when the first 32 bits of its hash are at most the limit. The
 * message is that of `sha256Head`; its rounds are written out, since shader compilers keep named variables in registers.
 */
export const shader = `
struct Found { count: atomic<u32>, gap: u32, lows: array<u32> }
@group(0) @binding(0) var<storage, read> job: array<u32, ${jobWords.length}>;
@group(0) @binding(1) var<storage, read_write> found: Found;

@compute @workgroup_size(${GROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * ${GROUP_SIZE}u;
  if (index >= job[${jobWords.count}]) { return; }
  let low = job[${jobWords.first}] + index;
  ${range(0, 9)
    .map((word) => `var w${word} = job[${jobWords.message + word}];`)
    .join(' ')}
  var w9 = low;
  var w10 = 0x80000000u;
  ${range(11, 15)
    .map((word) => `var w${word} = 0u;`)
    .join(' ')}
  var w15 = 320u;
  ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, word) => `var ${name} = job[${jobWords.state + word}];`).join(' ')}
  var t = 0u;
  ${range(SHARED_ROUNDS, 64).map(compress).join('\n  ')}
  if (a + ${literal(initialState[0] as number)} <= job[${jobWords.limit}]) {
    let place = atomicAdd(&found.count, 1u);
    if (place < arrayLength(&found.lows)) { found.lows[place] = low; }
  }
}`
