// `npm run proof`: all the long proofs, or those that are named. `-- --list` lists them.
import { proofMinutes } from './budgets.ts'
import { measureSlowness } from './machine.ts'
import { measure, type TimeSpent } from './processorTime.ts'
import { isProofName, type Proof, type ProofName, proofs, usualProofs } from './proofs.ts'
import { makeRunFolder } from './runFolder.ts'
import { runInherited } from './tools.ts'

const names = process.argv.slice(2)
const all = Object.keys(proofs) as ProofName[]
const unknown = names.filter((name) => !isProofName(name) && name !== '--list')
if (unknown.length > 0 || names.includes('--list')) {
  if (unknown.length > 0) console.log(`There is no proof "${unknown.join(' ')}". These there are:\n`)
  for (const name of all) {
    console.log(`${name.padEnd(14)} ${String(proofMinutes[name]).padStart(3)} min  ${proofs[name].proves}`)
  }
  process.exit(unknown.length > 0 ? 1 : 0)
}

/** The first command that fails ends the proof. */
async function run({ commands, env }: Proof, folder: string): Promise<boolean> {
  for (const [script, ...args] of commands) {
    if ((await runInherited(script, args, { ...env, TMPDIR: folder })) !== 0) return false
  }
  return true
}

const slowness = measureSlowness()
const results: { name: ProofName; passed: boolean; spent: TimeSpent }[] = []
const runFolder = makeRunFolder()
for (const name of names.length > 0 ? names.filter(isProofName) : usualProofs) {
  console.log(`\n${name}: ${proofs[name].proves}`)
  const { result, spent } = await measure(() => run(proofs[name], runFolder.path))
  results.push({ name, passed: result, spent })
}
runFolder.remove()

console.log('')
const toBudgets = (minutes: number) => (minutes / slowness).toFixed(1)
for (const { name, passed, spent } of results) {
  const minutes = spent.seconds / 60
  const above = minutes / slowness > proofMinutes[name] ? '  above its budget' : ''
  console.log(
    `${passed ? '✓' : '✗'} ${name.padEnd(14)} ${toBudgets(minutes).padStart(5)} of ${proofMinutes[name]} min${above}`,
  )
}
const minutes = results.reduce((sum, { spent }) => sum + spent.seconds, 0) / 60
const failed = results.filter(({ passed }) => !passed).length
console.log(
  `${minutes.toFixed(1)} min in all, ${toBudgets(minutes)} on the machine of the budgets (factor ${slowness.toFixed(2)})`,
)
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
