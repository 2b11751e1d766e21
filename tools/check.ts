import { describeResult, runChecks } from './check/run-checks.ts';

const results = await runChecks((result) => console.log(describeResult(result)));
const failed = results.filter(({ ok }) => !ok);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ name }) => name).join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
